import type { Texts } from './en.ts'

export const texts: Texts = {
  frame: {
    poweredBy: 'Realizzato con Bolt Blocks',
    testMode: 'Modalità di prova',
    offline: 'Nessuna connessione. Si riprenderà da sé appena ce ne sarà una.',
  },
  refused: {
    title: 'Questo sito non è ancora nell’elenco',
    text: (origin) => `I blocchi di questo spazio non possono essere mostrati su ${origin}.`,
    remedy: (origin) =>
      `Se il sito è Suo, apra lo Studio, scelga Tenant Settings, poi General, e aggiunga ${origin} ai Suoi siti.`,
    nameless: 'questo indirizzo',
  },
  unavailable: 'Al momento non è disponibile.',
  unknown: {
    title: 'Questo blocco non esiste',
    text: (name) =>
      `Nessun blocco si chiama ${name}. Se il sito è Suo, controlli data-block nel tag di questa pagina.`,
  },
}
