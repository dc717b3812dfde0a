import { type CountryPack, words } from './pack.ts'

const provinces = ['001', '031', '048', '079', '092', '056', '038']

/** Vietnam. */
export const vietnam: CountryPack = {
  givenNames: {
    female: words(`
      Anh Bích Châu Chi Diễm Dung Giang Hà Hằng Hạnh Hiền Hoa Hồng Hương Lan Linh Loan Mai My Nga Ngân Ngọc Nhung Oanh
      Phương Quỳnh Thảo Thu Thủy Trang Trinh Tuyết Vân Yến`),
    male: words(`
      An Bảo Bình Công Cường Đạt Đức Dũng Duy Hải Hiếu Hòa Hoàng Hùng Huy Khang Khoa Kiên Lâm Long Minh Nam Nghĩa Phong
      Phúc Quân Quang Sơn Tâm Thành Thắng Tiến Toàn Trung Tuấn Việt Vinh`),
  },
  familyNames: words(
    'Nguyễn Trần Lê Phạm Hoàng Huỳnh Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý Đinh Trịnh Đoàn Mai Lương',
  ),
  familyFirst: true,
  cities: [
    ...([
      ['Hà Nội', '10'],
      ['TP. Hồ Chí Minh', '70'],
      ['Đà Nẵng', '55'],
      ['Hải Phòng', '18'],
    ] as const),
    ...([
      ['Cần Thơ', '94'],
      ['Biên Hòa', '76'],
      ['Huế', '49'],
      ['Nha Trang', '57'],
      ['Vinh', '43'],
    ] as const),
  ],
  postcodeDigits: 3,
  streets: [
    ...['Lê Lợi', 'Nguyễn Huệ', 'Trần Hưng Đạo', 'Hai Bà Trưng', 'Lý Thường Kiệt', 'Phan Chu Trinh', 'Nguyễn Trãi'],
    ...['Điện Biên Phủ', 'Cách Mạng Tháng Tám', 'Quang Trung'],
  ],
  banks: [
    ...([
      ['VCB', 'Vietcombank', 24],
      ['BIDV', 'BIDV', 18],
      ['CTG', 'VietinBank', 16],
      ['TCB', 'Techcombank', 14],
    ] as const),
    ...([
      ['MBB', 'MB Bank', 12],
      ['ACB', 'ACB', 8],
      ['VPB', 'VPBank', 8],
    ] as const),
  ],
  branch: null,
  phone: (random) => `0${[3, 5, 7, 8, 9][random.int(0, 4)]}${random.digits(8)}`,
  pan: (_, random) => `8${random.digits(9)}`,
  aadhaar: (random) =>
    `${provinces[random.int(0, provinces.length - 1)]}${random.int(0, 3)}${random.int(70, 99)}${random.digits(6)}`,
  scale: 3,
}
