import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'Conteúdo',
  signIn: {
    title: (block) => `Entre para ver ${block}`,
    text: 'Esta parte é para membros deste site.',
    button: 'Entrar',
  },
  closed: {
    title: (block) => `Não tem acesso a ${block}`,
    comesWith: (names) => `Incluído em ${names}.`,
    signInToBuy: (names, price) => `Incluído em ${names}, ${price}. Entre primeiro e depois compre aqui.`,
    buy: (name) => `Comprar ${name}`,
    opens: (day) => `Abre em ${day}.`,
    ask: 'Peça acesso ao proprietário deste site.',
  },
  paywall: {
    title: (block, plan) => `${block} faz parte de ${plan}`,
    text: 'Faça upgrade do plano para abrir. A sua conta e os seus dados ficam como estão.',
    button: 'Mudar de plano',
    every: { week: '/semana', month: '/mês', year: '/ano' },
  },
  empty: 'Ainda não há nada aqui.',
  loading: 'Carregando...',
  tryAgain: 'Tentar de novo',
  errors: {
    missing: 'Este bloco não existe, ou pertence a outra pessoa.',
    no_tenant: 'Nenhum espaço de trabalho indicado',
    tenant_not_found: 'Espaço de trabalho não encontrado',
    load_failed: 'Não foi possível carregar o bloco.',
    unexpected: 'Ocorreu um erro',
    codes: {
      network: 'Sem conexão. Verifique a sua rede e tente de novo.',
      too_many_requests: 'Pedidos demais. Tente de novo mais tarde.',
      session_ended: 'A sessão terminou. Entre de novo.',
    },
  },
}
