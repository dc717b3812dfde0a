import { curpDigit } from '#contract/loans/identity-numbers.ts'
import type { Random } from '#server/seed/history/random.ts'
import { type CountryPack, words } from './pack.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const consonants = 'BCDFGHJKLMNPQRSTVWXYZ'
const states = ['AS', 'BC', 'DF', 'GT', 'JC', 'MC', 'NL', 'OC', 'PL', 'VZ', 'YN']
const drawn = (from: string, count: number, random: Random): string =>
  Array.from({ length: count }, () => from[random.int(0, from.length - 1)]!).join('')
const two = (number: number): string => String(number).padStart(2, '0')
const bornOn = (random: Random): string =>
  `${two(random.int(65, 99))}${two(random.int(1, 12))}${two(random.int(1, 28))}`
/** Without the signs over letters, of which registers know none. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toUpperCase()

/** Mexico. */
export const mexico: CountryPack = {
  givenNames: {
    female: words(`
      Adriana Alejandra Ana Andrea Beatriz Brenda Carmen Claudia Daniela Elena Fernanda Gabriela Guadalupe Isabel Jimena
      Juana Karla Laura Leticia Lucía Margarita María Mariana Patricia Paola Rosa Sandra Silvia Sofía Valeria Verónica`),
    male: words(`
      Alejandro Andrés Antonio Arturo Carlos Daniel David Diego Eduardo Emiliano Enrique Fernando Francisco Gerardo
      Héctor Jaime Javier Jesús Jorge José Juan Luis Manuel Mario Miguel Óscar Pedro Rafael Ricardo Roberto Sergio`),
  },
  familyNames: words(`
    Aguilar Álvarez Castillo Castro Chávez Contreras Cruz Díaz Domínguez Flores García Gómez González Guerrero Gutiérrez
    Hernández Herrera Jiménez Juárez López Martínez Medina Mendoza Morales Moreno Ortiz Pérez Ramírez Ramos Reyes Rivera
    Rodríguez Romero Ruiz Sánchez Santiago Torres Vargas Vázquez Velázquez`),
  cities: [
    ...([
      ['Ciudad de México', '06'],
      ['Guadalajara', '44'],
      ['Monterrey', '64'],
      ['Puebla', '72'],
    ] as const),
    ...([
      ['Tijuana', '22'],
      ['León', '37'],
      ['Mérida', '97'],
      ['Querétaro', '76'],
      ['Toluca', '50'],
    ] as const),
  ],
  postcodeDigits: 3,
  streets: [
    ...['Avenida Juárez', 'Calle Hidalgo', 'Calle Morelos', 'Avenida Reforma', 'Calle Madero', 'Calle Allende'],
    ...['Avenida Insurgentes', 'Calle Zaragoza', 'Calle 5 de Mayo', 'Avenida Universidad', 'Calle Guerrero'],
  ],
  banks: [
    ...([
      ['012', 'BBVA México', 30],
      ['002', 'Citibanamex', 18],
      ['072', 'Banorte', 16],
      ['014', 'Santander', 14],
    ] as const),
    ...([
      ['021', 'HSBC México', 8],
      ['044', 'Scotiabank', 6],
      ['127', 'Banco Azteca', 8],
    ] as const),
  ],
  branch: null,
  phone: (random) => `${['55', '33', '81', '22', '66'][random.int(0, 4)]}${random.int(1, 9)}${random.digits(7)}`,
  pan: (family, random) =>
    `${plain(family).slice(0, 2)}${drawn(letters, 2, random)}${bornOn(random)}${drawn(letters, 2, random)}${random.int(1, 9)}`,
  aadhaar(random) {
    const begin = `${drawn(letters, 4, random)}${bornOn(random)}${random.chance(0.5) ? 'H' : 'M'}`
    const curp = `${begin}${states[random.int(0, states.length - 1)]}${drawn(consonants, 3, random)}${random.int(0, 9)}`
    return `${curp}${curpDigit(curp)}`
  },
  scale: 0.3,
}
