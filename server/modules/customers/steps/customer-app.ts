/** Who signs, and is signed to: the app that customers register and apply with. */
export const customerApp = 'customer app'
