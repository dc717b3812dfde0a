import { type CountryPack, words } from './pack.ts'

/** Nigeria. */
export const nigeria: CountryPack = {
  givenNames: {
    female: words(`
      Adaeze Adanna Aisha Amaka Amina Blessing Bukola Chiamaka Chidinma Chinwe Ebere Esther Fatima Folake Funmilayo Grace
      Hadiza Halima Ifeoma Kemi Khadija Ngozi Nneka Oluchi Omolara Precious Ronke Temitope Titilayo Uche Yetunde Zainab`),
    male: words(`
      Abdullahi Abiodun Adebayo Ahmed Akin Aliyu Chidi Chijioke Chinedu Chukwuemeka Daniel David Emeka Emmanuel Femi
      Ibrahim Ifeanyi Ikenna Kelechi Kunle Musa Nnamdi Obinna Olumide Oluwaseun Samuel Segun Sunday Tunde Usman Yusuf`),
  },
  familyNames: words(`
    Abubakar Adebayo Adeleke Adeyemi Afolabi Agu Ajayi Akande Aliyu Balogun Bello Danjuma Eze Ezeh Garba Ibrahim Igwe
    Lawal Mohammed Musa Nnadi Nwachukwu Nwosu Obi Odunsi Ogunleye Ojo Okafor Okeke Okonkwo Okoro Oladipo Olawale Onyeka
    Sani Suleiman Usman Uzor Yakubu`),
  cities: [
    ...([
      ['Lagos', '100'],
      ['Abuja', '900'],
      ['Ibadan', '200'],
      ['Kano', '700'],
      ['Port Harcourt', '500'],
    ] as const),
    ...([
      ['Benin City', '300'],
      ['Enugu', '400'],
      ['Kaduna', '800'],
      ['Abeokuta', '110'],
    ] as const),
  ],
  postcodeDigits: 3,
  streets: [
    ...[
      'Awolowo Road',
      'Ahmadu Bello Way',
      'Broad Street',
      'Herbert Macaulay Way',
      'Allen Avenue',
      'Adeola Odeku Street',
    ],
    ...['Aminu Kano Crescent', 'Independence Avenue', 'Okpara Avenue', 'Ring Road'],
  ],
  banks: [
    ...([
      ['058', 'GTBank', 22],
      ['057', 'Zenith Bank', 20],
      ['044', 'Access Bank', 20],
      ['011', 'First Bank', 16],
    ] as const),
    ...([
      ['033', 'UBA', 14],
      ['070', 'Fidelity Bank', 8],
    ] as const),
  ],
  branch: null,
  phone: (random) => `0${['70', '80', '81', '90', '91'][random.int(0, 4)]}${random.digits(8)}`,
  pan: (_, random) => `22${random.digits(9)}`,
  aadhaar: (random) => `${random.int(1, 9)}${random.digits(10)}`,
  scale: 10,
}
