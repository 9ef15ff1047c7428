export const ageOn = (birthday: string, day: string): number => {
  const [by, bm, bd] = birthday.split('-').map(Number) as [number, number, number]
  const [y, m, d] = day.split('-').map(Number) as [number, number, number]
  return y - by - (m * 100 + d < bm * 100 + bd ? 1 : 0)
}
export const normalizePhone = (text: string): string | null => {
  const plain = text.normalize('NFKC').replace(/[\s()ー−‐–—-]/g, '').replace(/^\+81/, '0')
  return /^0\d{9,10}$/.test(plain) ? plain : null
}
export const kanaKey = (p: { last_name: string; first_name: string; last_name_kana: string; first_name_kana: string }) => `${p.last_name_kana || '\uffff' + p.last_name} ${p.first_name_kana || p.first_name}`
