import type { Texts } from './en.ts'

export const texts: Texts = {
  frame: {
    poweredBy: 'Con tecnología de Bolt Blocks',
    testMode: 'Modo de prueba',
    offline: 'Sin conexión. Seguirá solo en cuanto la haya.',
  },
  refused: {
    title: 'Este sitio aún no está en la lista',
    text: (origin) => `Los bloques de este espacio no pueden mostrarse en ${origin}.`,
    remedy: (origin) =>
      `Si es su sitio, abra el Studio, elija Tenant Settings y luego General, y añada ${origin} a sus sitios.`,
    nameless: 'esta dirección',
  },
  unavailable: 'Esto no está disponible en este momento.',
  unknown: {
    title: 'Este bloque no existe',
    text: (name) =>
      `Ningún bloque se llama ${name}. Si es su sitio, revise data-block en la etiqueta de esta página.`,
  },
}
