import type { MailTexts } from './mail-texts.ts'

const once = (life: string) => `El enlace y el código sirven una sola vez, durante ${life}.`
const notYou =
  'Si no ha sido usted, elija enseguida otra contraseña con «¿Ha olvidado su contraseña?» en la página de inicio de sesión: se cerrará la sesión en los demás dispositivos.'

export const es: MailTexts = {
  orCode: 'O introduzca este código:',
  codeAlone: 'Introduzca este código:',
  signup: (brand) => ({
    subject: `Confirme su correo para ${brand}`,
    lines: [`Gracias por registrarse en ${brand}.`, 'Confirme que esta dirección de correo es suya.'],
    button: 'Confirmar mi correo',
    closing: [
      once('un día'),
      'Si no se ha registrado, ignore este mensaje: sin usted no se abre ninguna cuenta.',
    ],
  }),
  invite: (brand) => ({
    subject: `Tiene una invitación de ${brand}`,
    lines: [`Le invitan a abrir una cuenta en ${brand}.`],
    button: 'Aceptar la invitación',
    closing: [once('un día'), 'Si no quiere una cuenta, ignore este mensaje.'],
  }),
  magiclink: (brand) => ({
    subject: `Iniciar sesión en ${brand}`,
    lines: [`Este es su enlace para iniciar sesión en ${brand}.`],
    button: 'Iniciar sesión',
    closing: [
      once('una hora'),
      'Si no lo ha pedido, ignore este mensaje. Nadie puede entrar sin él: no dé el código a nadie.',
    ],
  }),
  recovery: (brand) => ({
    subject: `Nueva contraseña para ${brand}`,
    lines: [`Alguien, seguramente usted, ha pedido una nueva contraseña para su cuenta en ${brand}.`],
    button: 'Elegir una nueva contraseña',
    closing: [
      once('una hora'),
      'Si no ha sido usted, ignore este mensaje: su contraseña no cambia. No dé el código a nadie.',
    ],
  }),
  email_change_current: (brand, newEmail) => ({
    subject: `Confirme el cambio de su correo en ${brand}`,
    lines: [
      `La dirección de correo de su cuenta en ${brand} va a cambiar a ${newEmail}.`,
      'Confirme que lo desea. La nueva dirección recibe su propio mensaje.',
    ],
    button: 'Confirmar el cambio',
    closing: [once('una hora'), notYou],
  }),
  email_change_new: (brand, newEmail) => ({
    subject: `Confirme su nuevo correo para ${brand}`,
    lines: [
      `${newEmail} va a ser la dirección de correo de una cuenta en ${brand}.`,
      'Confirme que es suya.',
    ],
    button: 'Confirmar mi nuevo correo',
    closing: [once('una hora'), 'Si no lo ha pedido, ignore este mensaje: no cambia nada.'],
  }),
  reauthentication: (brand) => ({
    subject: `Su código para ${brand}`,
    lines: [`Con este código confirma un cambio en su cuenta de ${brand}.`],
    closing: [
      'El código sirve una sola vez, durante una hora.',
      'Si no lo ha pedido, alguien ha entrado en su cuenta. No dé el código a nadie.',
      notYou,
    ],
  }),
  already_registered: (brand) => ({
    subject: `Ya tiene una cuenta en ${brand}`,
    lines: [
      `Alguien, seguramente usted, ha intentado registrarse en ${brand} con esta dirección de correo.`,
      'Ya tiene una cuenta. Inicie sesión con la contraseña que eligió entonces, o elija otra con «¿Ha olvidado su contraseña?».',
    ],
    button: 'Iniciar sesión',
    closing: ['Si no ha sido usted, no tiene que hacer nada: su cuenta sigue igual.'],
  }),
  password_changed: (brand) => ({
    subject: `Su contraseña de ${brand} ha cambiado`,
    lines: [`La contraseña de su cuenta en ${brand} acaba de cambiar.`],
    button: 'Iniciar sesión',
    closing: ['Si ha sido usted, no tiene que hacer nada.', notYou],
  }),
  email_changed: (brand, newEmail) => ({
    subject: `Su correo en ${brand} ha cambiado`,
    lines: [
      `La dirección de correo de su cuenta en ${brand} es ahora ${newEmail}.`,
      'Con esta dirección ya no puede iniciar sesión.',
    ],
    closing: [
      'Si ha sido usted, no tiene que hacer nada.',
      `Si no ha sido usted, avise enseguida a ${brand}: este buzón ya no abre la cuenta.`,
    ],
  }),
  factor_added: (brand, name) => ({
    subject: `Su cuenta en ${brand} tiene un segundo paso`,
    lines: [`Al iniciar sesión, ${brand} pide ahora también «${name}».`],
    button: 'Iniciar sesión',
    closing: ['Si ha sido usted, no tiene que hacer nada.', notYou],
  }),
  factor_removed: (brand, name) => ({
    subject: `Se ha quitado un paso de su cuenta en ${brand}`,
    lines: [`Al iniciar sesión, ${brand} ya no pide «${name}».`],
    button: 'Iniciar sesión',
    closing: ['Si ha sido usted, no tiene que hacer nada.', notYou],
  }),
  passkey_added: (brand, name) => ({
    subject: `Nueva llave de acceso en su cuenta de ${brand}`,
    lines: [`La llave de acceso «${name}» abre ahora su cuenta en ${brand}.`],
    button: 'Iniciar sesión',
    closing: [
      'Si ha sido usted, no tiene que hacer nada.',
      'Si no ha sido usted, quite la llave en la página de su cuenta y elija otra contraseña.',
    ],
  }),
  passkey_removed: (brand, name) => ({
    subject: `Se ha quitado una llave de acceso de su cuenta en ${brand}`,
    lines: [`La llave de acceso «${name}» ya no abre su cuenta en ${brand}.`],
    button: 'Iniciar sesión',
    closing: ['Si ha sido usted, no tiene que hacer nada.', notYou],
  }),
  identity_added: (brand, name) => ({
    subject: `Su cuenta en ${brand} está conectada con ${name}`,
    lines: [`Al entrar con ${name} se abre ahora también su cuenta en ${brand}.`],
    button: 'Iniciar sesión',
    closing: [
      'Si ha sido usted, no tiene que hacer nada.',
      'Si no ha sido usted, desconéctela en la página de su cuenta y elija otra contraseña.',
    ],
  }),
  identity_removed: (brand, name) => ({
    subject: `Su cuenta en ${brand} ya no está conectada con ${name}`,
    lines: [`Al entrar con ${name} ya no se abre su cuenta en ${brand}.`],
    button: 'Iniciar sesión',
    closing: ['Si ha sido usted, no tiene que hacer nada.', notYou],
  }),
  account_deleted: (brand) => ({
    subject: `Su cuenta en ${brand} se ha eliminado`,
    lines: [`Su cuenta en ${brand} ya no existe.`],
    closing: [`Si no ha sido usted, avise enseguida a ${brand}.`],
  }),
}
