import { type CountryPack, words } from './pack.ts'

const districts = ['317401', '327301', '357801', '337401', '517101', '127101']
const two = (number: number): string => String(number).padStart(2, '0')

/** Indonesia. */
export const indonesia: CountryPack = {
  givenNames: {
    female: words(`
      Ayu Bunga Citra Dewi Dian Endah Fitri Indah Intan Kartika Lestari Maya Melati Nia Nur Nurul Putri Rahma Ratna Rina
      Sari Sinta Siti Sri Tiara Tri Wahyuni Wulan Yanti Yuni`),
    male: words(`
      Adi Agus Ahmad Andi Arief Bagus Bambang Budi Cahyo Dedi Denny Dwi Eko Fajar Hadi Hendra Iwan Joko Muhammad Nugroho
      Putra Rizky Rudi Slamet Sugeng Surya Taufik Tono Wahyu Yusuf`),
  },
  familyNames: words(`
    Anggraini Firmansyah Gunawan Halim Hardjo Hartono Hidayat Irawan Kurniawan Kusuma Lubis Maulana Nasution Permana
    Pratama Prasetyo Purnomo Rahman Ramadhan Santoso Saputra Setiawan Siregar Sitompul Suharto Susanto Utomo Wibowo
    Widodo Wijaya Yulianto`),
  cities: [
    ...([
      ['Jakarta', '10'],
      ['Surabaya', '60'],
      ['Bandung', '40'],
      ['Medan', '20'],
      ['Semarang', '50'],
    ] as const),
    ...([
      ['Makassar', '90'],
      ['Denpasar', '80'],
      ['Palembang', '30'],
      ['Yogyakarta', '55'],
    ] as const),
  ],
  postcodeDigits: 3,
  streets: [
    ...['Jalan Sudirman', 'Jalan Diponegoro', 'Jalan Gajah Mada', 'Jalan Merdeka', 'Jalan Ahmad Yani', 'Jalan Kartini'],
    ...['Jalan Pahlawan', 'Jalan Melati', 'Jalan Cendana', 'Jalan Veteran'],
  ],
  banks: [
    ...([
      ['014', 'BCA', 28],
      ['008', 'Bank Mandiri', 22],
      ['002', 'BRI', 22],
      ['009', 'BNI', 14],
    ] as const),
    ...([
      ['022', 'CIMB Niaga', 8],
      ['013', 'Permata', 6],
    ] as const),
  ],
  branch: null,
  phone: (random) => `08${random.int(11, 59)}${random.digits(random.int(7, 8))}`,
  pan: (_, random) => `${random.digits(15)}`,
  aadhaar(random) {
    const day = random.int(1, 28) + (random.chance(0.4) ? 40 : 0)
    const born = `${two(day)}${two(random.int(1, 12))}${random.int(65, 99)}`
    return `${districts[random.int(0, districts.length - 1)]}${born}${random.digits(4)}`
  },
  scale: 2,
}
