import type { Texts } from './en.ts'

export const texts: Texts = {
  frame: {
    poweredBy: 'Com tecnologia Bolt Blocks',
    testMode: 'Modo de teste',
    offline: 'Sem conexão. Continuará sozinho assim que ela voltar.',
  },
  refused: {
    title: 'Este site ainda não está na lista',
    text: (origin) => `Os blocos deste espaço não podem ser exibidos em ${origin}.`,
    remedy: (origin) =>
      `Se este site é seu, abra o Studio, escolha Tenant Settings, depois General, e adicione ${origin} aos seus sites.`,
    nameless: 'este endereço',
  },
  unavailable: 'Isto não está disponível neste momento.',
  unknown: {
    title: 'Este bloco não existe',
    text: (name) =>
      `Nenhum bloco se chama ${name}. Se este site é seu, verifique data-block na tag desta página.`,
  },
}
