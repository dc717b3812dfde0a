import { type CountryPack, words } from './pack.ts'

/** The Philippines. */
export const philippines: CountryPack = {
  givenNames: {
    female: words(`
      Althea Angel Angelica Bianca Camille Carmela Cherry Christine Cristina Divina Ella Erica Grace Hazel Irene Jasmine
      Jenny Joy Kathleen Liza Lourdes Maricel Marites Michelle Nicole Patricia Princess Rachelle Rosario Sheila Teresa`),
    male: words(`
      Adrian Alvin Angelo Antonio Arnel Benjie Carlo Christian Dennis Edgar Eduardo Emmanuel Ernesto Ferdinand Francis
      Gerald Jayson Jericho Jerome Joel John Jonathan Joseph Kenneth Mark Michael Noel Paolo Ramon Reynaldo Rodel Ryan`),
  },
  familyNames: words(`
    Aguilar Aquino Bautista Bernardo Castillo Castro Cruz Dela-Cruz Delos-Santos Dizon Domingo Enriquez Fernandez Flores
    Francisco Garcia Gonzales Hernandez Lopez Manalo Marquez Mendoza Mercado Navarro Ocampo Pascual Perez Ramos Reyes
    Rivera Salazar Santiago Santos Soriano Tolentino Valdez Villanueva`),
  cities: [
    ...([
      ['Quezon City', '1'],
      ['Manila', '1'],
      ['Davao', '8'],
      ['Cebu City', '6'],
      ['Makati', '1'],
    ] as const),
    ...([
      ['Iloilo City', '5'],
      ['Baguio', '2'],
      ['Bacolod', '6'],
      ['Cagayan de Oro', '9'],
    ] as const),
  ],
  postcodeDigits: 3,
  streets: [
    ...['Rizal Street', 'Mabini Street', 'Bonifacio Avenue', 'Quezon Avenue', 'Luna Street', 'Del Pilar Street'],
    ...['Osmeña Boulevard', 'Roxas Avenue', 'Burgos Street', 'Magsaysay Avenue'],
  ],
  banks: [
    ...([
      ['BNORPHMM', 'BDO Unibank', 30],
      ['BOPIPHMM', 'BPI', 22],
      ['MBTCPHMM', 'Metrobank', 18],
    ] as const),
    ...([
      ['TLBPPHMM', 'Landbank', 14],
      ['UBPHPHMM', 'UnionBank', 8],
      ['CHBKPHMM', 'China Bank', 8],
    ] as const),
  ],
  branch: null,
  phone: (random) => `09${random.int(15, 99)}${random.digits(7)}`,
  pan: (_, random) => `${random.int(1, 9)}${random.digits(8)}000`,
  aadhaar: (random) => `${random.int(1, 9)}${random.digits(11)}`,
  scale: 0.6,
}
