import type { MailTexts } from './mail-texts.ts'

const once = (life: string) => `O link e o código valem uma única vez, por ${life}.`
const allGood = 'Se foi você, não é preciso fazer nada.'
const notYou =
  'Se não foi você, escolha logo uma nova senha em “Esqueceu a senha?” na página de entrada: todos os outros dispositivos são desconectados.'

export const pt: MailTexts = {
  orCode: 'Ou digite este código:',
  codeAlone: 'Digite este código:',
  signup: (brand) => ({
    subject: `Confirme o seu e-mail para ${brand}`,
    lines: [`Obrigado por se cadastrar em ${brand}.`, 'Confirme que este é o seu endereço de e-mail.'],
    button: 'Confirmar o e-mail',
    closing: [
      once('um dia'),
      'Se você não se cadastrou, ignore este e-mail: nenhuma conta é aberta sem você.',
    ],
  }),
  invite: (brand) => ({
    subject: `Um convite de ${brand}`,
    lines: [`Você recebeu um convite para abrir uma conta em ${brand}.`],
    button: 'Aceitar o convite',
    closing: [once('um dia'), 'Se não quiser uma conta, ignore este e-mail.'],
  }),
  magiclink: (brand) => ({
    subject: `Entrar em ${brand}`,
    lines: [`Este é o seu link para entrar em ${brand}.`],
    button: 'Entrar',
    closing: [
      once('uma hora'),
      'Se você não o pediu, ignore este e-mail. Ninguém pode entrar sem ele: não dê o código a ninguém.',
    ],
  }),
  recovery: (brand) => ({
    subject: `Uma nova senha para ${brand}`,
    lines: [`Alguém, provavelmente você, pediu uma nova senha para a sua conta em ${brand}.`],
    button: 'Escolher uma nova senha',
    closing: [
      once('uma hora'),
      'Se não foi você, ignore este e-mail: a sua senha continua como está. Não dê o código a ninguém.',
    ],
  }),
  email_change_current: (brand, newEmail) => ({
    subject: `Confirme a mudança do seu e-mail em ${brand}`,
    lines: [
      `O endereço de e-mail da sua conta em ${brand} vai mudar para ${newEmail}.`,
      'Confirme que é isso que você quer. O novo endereço recebe um e-mail próprio.',
    ],
    button: 'Confirmar a mudança',
    closing: [once('uma hora'), notYou],
  }),
  email_change_new: (brand, newEmail) => ({
    subject: `Confirme o seu novo e-mail para ${brand}`,
    lines: [`${newEmail} vai ser o endereço de e-mail de uma conta em ${brand}.`, 'Confirme que ele é seu.'],
    button: 'Confirmar o novo e-mail',
    closing: [once('uma hora'), 'Se você não pediu isto, ignore este e-mail: nada muda.'],
  }),
  reauthentication: (brand) => ({
    subject: `O seu código para ${brand}`,
    lines: [`Com este código você confirma uma mudança na sua conta em ${brand}.`],
    closing: [
      'O código vale uma única vez, por uma hora.',
      'Se você não o pediu, alguém entrou na sua conta. Não dê o código a ninguém.',
      notYou,
    ],
  }),
  already_registered: (brand) => ({
    subject: `Você já tem uma conta em ${brand}`,
    lines: [
      `Alguém, provavelmente você, tentou se cadastrar em ${brand} com este endereço de e-mail.`,
      'Você já tem uma conta. Entre com a senha que escolheu, ou escolha uma nova em “Esqueceu a senha?”.',
    ],
    button: 'Entrar',
    closing: ['Se não foi você, não é preciso fazer nada: a sua conta não mudou.'],
  }),
  password_changed: (brand) => ({
    subject: `A sua senha em ${brand} mudou`,
    lines: [`A senha da sua conta em ${brand} acaba de ser trocada.`],
    button: 'Entrar',
    closing: [allGood, notYou],
  }),
  email_changed: (brand, newEmail) => ({
    subject: `O seu e-mail em ${brand} mudou`,
    lines: [
      `O endereço de e-mail da sua conta em ${brand} agora é ${newEmail}.`,
      'Este endereço não serve mais para entrar.',
    ],
    closing: [allGood, `Se não foi você, avise logo ${brand}: esta caixa de correio não abre mais a conta.`],
  }),
  factor_added: (brand, name) => ({
    subject: `A sua conta em ${brand} tem um segundo passo`,
    lines: [`Para entrar em ${brand} agora também é preciso “${name}”.`],
    button: 'Entrar',
    closing: [allGood, notYou],
  }),
  factor_removed: (brand, name) => ({
    subject: `Um segundo passo saiu da sua conta em ${brand}`,
    lines: [`Para entrar em ${brand} não é mais preciso “${name}”.`],
    button: 'Entrar',
    closing: [allGood, notYou],
  }),
  passkey_added: (brand, name) => ({
    subject: `A sua conta em ${brand} tem uma nova chave de acesso`,
    lines: [`A chave de acesso “${name}” agora abre a sua conta em ${brand}.`],
    button: 'Entrar',
    closing: [
      allGood,
      'Se não foi você, remova a chave de acesso na página da sua conta e escolha uma nova senha.',
    ],
  }),
  passkey_removed: (brand, name) => ({
    subject: `Uma chave de acesso saiu da sua conta em ${brand}`,
    lines: [`A chave de acesso “${name}” não abre mais a sua conta em ${brand}.`],
    button: 'Entrar',
    closing: [allGood, notYou],
  }),
  identity_added: (brand, name) => ({
    subject: `A sua conta em ${brand} está ligada a ${name}`,
    lines: [`Entrar com ${name} agora também abre a sua conta em ${brand}.`],
    button: 'Entrar',
    closing: [allGood, 'Se não foi você, desfaça a ligação na página da sua conta e escolha uma nova senha.'],
  }),
  identity_removed: (brand, name) => ({
    subject: `A sua conta em ${brand} não está mais ligada a ${name}`,
    lines: [`Entrar com ${name} não abre mais a sua conta em ${brand}.`],
    button: 'Entrar',
    closing: [allGood, notYou],
  }),
  account_deleted: (brand) => ({
    subject: `A sua conta em ${brand} foi excluída`,
    lines: [`A sua conta em ${brand} não existe mais.`],
    closing: [`Se não foi você, avise logo ${brand}.`],
  }),
}
