import { toHiragana, toRomaji } from 'wanakana'
export const fold = (t: string) => toHiragana(t.normalize('NFKC').toLowerCase(), { passRomaji: true }).replace(/髙/g, '高').replace(/𠮷/g, '吉')
export const grams = (t: string): string[] => { const c = [...t]; return [...new Set(c.slice(1).map((x, i) => c[i]! + x).filter((g) => !/\s/.test(g)))] }
type N = { last_name: string; first_name: string; last_name_kana: string; first_name_kana: string }
export const nameSearchText = (p: N) => { const k = fold(p.last_name_kana + p.first_name_kana); return [fold(p.last_name + p.first_name), k, toRomaji(k)].join(' ') }
export const queryTokens = (q: string): string[] => fold(q).split(/\s+/).filter(Boolean)
