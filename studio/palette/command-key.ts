/** The key that goes with K on this machine. */
export const commandKey = (): string => (/mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl')
