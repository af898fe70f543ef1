/**
 * Long passwords that everybody knows: examples of how to choose one, lines of songs, films, books and prayers. They
 * stand in every list of leaked passwords, but are too long for the estimate to see how little they cost to guess.
 * Compared without spaces, case and punctuation (known-passphrase.ts).
 */
export const knownPassphrases = `
correct horse battery staple
correct horse battery
horse battery staple
battery staple
troubador
troubadour
trustno1 trustno1
abcd1234efgh5678
a1b2c3d4e5f6g7h8
this is my password
my password is password
this is a password
this is a strong password
this is a secure password
this is a very long password
this is not my password
this is my secure password
a very long password
not a good password
my secret password
super secret password
supersecretpassword
verysecurepassword
strong password
secure password
default password
change me now
please change me
please let me in
letmein please
let me in now
open sesame
open says me
password password
pass phrase
passphrase
test password
temporary password
welcome to the jungle
welcome to my world
to be or not to be
to be or not to be that is the question
the quick brown fox jumps over the lazy dog
the quick brown fox jumps
the quick brown fox
quick brown fox
jumps over the lazy dog
lorem ipsum dolor sit amet
lorem ipsum dolor
may the force be with you
may the fourth be with you
luke i am your father
i am your father
do or do not there is no try
use the force luke
these are not the droids you are looking for
live long and prosper
resistance is futile
beam me up scotty
to infinity and beyond
winter is coming
you know nothing jon snow
valar morghulis
a lannister always pays his debts
one ring to rule them all
one does not simply walk into mordor
you shall not pass
my precious
speak friend and enter
expecto patronum
avada kedavra
mischief managed
i solemnly swear that i am up to no good
the answer is 42
dont panic
so long and thanks for all the fish
life the universe and everything
all your base are belong to us
the cake is a lie
never gonna give you up
never gonna let you down
rick astley
hello world
hello darkness my old friend
the sound of silence
let it be
hey jude
yellow submarine
all you need is love
lucy in the sky with diamonds
stairway to heaven
highway to hell
bohemian rhapsody
is this the real life
hotel california
smells like teen spirit
dont stop believing
we will rock you
we are the champions
another brick in the wall
wish you were here
dark side of the moon
sweet child of mine
nothing else matters
enter sandman
knocking on heavens door
born to be wild
dancing queen
twinkle twinkle little star
mary had a little lamb
humpty dumpty sat on a wall
row row row your boat
happy birthday to you
merry christmas
in the beginning god created the heaven and the earth
in the beginning was the word
the lord is my shepherd
for god so loved the world
our father who art in heaven
in god we trust
god bless america
jesus loves me
jesus is lord
jesus christ
i love jesus
god is love
god is good
praise the lord
amazing grace
four score and seven years ago
we the people
i have a dream
ask not what your country can do for you
one small step for man
houston we have a problem
call me ishmael
it was the best of times
it was the best of times it was the worst of times
it was a dark and stormy night
once upon a time
happily ever after
all happy families are alike
elementary my dear watson
frankly my dear i dont give a damn
heres looking at you kid
may god have mercy on my soul
ill be back
hasta la vista baby
say hello to my little friend
you talking to me
i am batman
with great power comes great responsibility
to boldly go where no man has gone before
the truth is out there
i see dead people
life is like a box of chocolates
run forrest run
there is no place like home
theres no place like home
somewhere over the rainbow
hakuna matata
let it go
under the sea
supercalifragilisticexpialidocious
antidisestablishmentarianism
pneumonoultramicroscopicsilicovolcanoconiosis
llanfairpwllgwyngyll
abracadabra
i love you
i love you so much
i love you forever
i love you baby
i love my mom
i love my family
i love my dog
i love my cat
i love my wife
i love chocolate
i miss you so much
you are my sunshine
you are my everything
live laugh love
carpe diem
cogito ergo sum
veni vidi vici
et tu brute
memento mori
alea iacta est
c est la vie
je t aime
je t aime pour toujours
mot de passe
ceci est un mot de passe
te quiero mucho
te amo mucho
contrasena segura
esta es mi contrasena
ich liebe dich
ich liebe dich fur immer
ich liebe dich für immer
das ist mein passwort
sicheres passwort
geheimes passwort
sein oder nichtsein
ti amo per sempre
password sicura
the password is
what is my password
i forgot my password
i dont know my password
who let the dogs out
game over
game of thrones
star wars episode
lord of the rings
harry potter and the
king of the world
knowledge is power
practice makes perfect
time is money
never say never
no pain no gain
never give up
follow your dreams
believe in yourself
keep calm and carry on
an apple a day keeps the doctor away
how much wood would a woodchuck chuck
she sells seashells by the seashore
peter piper picked a peck of pickled peppers
i am the walrus
make love not war
the sky is the limit
a penny saved is a penny earned
correcto caballo bateria grapa
`
  .split('\n')
  .filter(Boolean)
