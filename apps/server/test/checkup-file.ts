import { addMonths } from '@sukoyaka/rules/time'
import { randomOf } from '../src/demo/random.ts'

/** A person who was examined, with the data by which a checkup provider identifies them. A row of the file is about one examinee. */
export type Examinee = {
  last_name: string
  first_name: string
  last_name_kana: string
  first_name_kana: string
  birthday: string
  sex: 'male' | 'female' | null
}

let codes: Map<string, number[]> | undefined
const shiftJisCodes = () => {
  if (codes) return codes
  codes = new Map()
  const decoder = new TextDecoder('shift_jis')
  const addCharacter = (...bytes: number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes))
    if ([...character].length === 1 && character !== '\ufffd' && !codes!.has(character)) codes!.set(character, bytes)
  }
  for (let byte = 0; byte < 0x100; byte++) addCharacter(byte)
  for (let first = 0x81; first <= 0xfc; first++) for (let second = 0x40; second <= 0xfc; second++) addCharacter(first, second)
  return codes
}

/** Encodes as Windows-31J, which spreadsheets in Japan use for CSV. Unmappable characters become 〓. */
export const shiftJis = (text: string): Uint8Array<ArrayBuffer> => {
  const table = shiftJisCodes()
  return Uint8Array.from([...text].flatMap((character) => table.get(character) ?? [0x81, 0xac]))
}

const halfKana = (text: string) => {
  const fullWidth = 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲンァィゥェォッャュョー゛゜'
  const halfWidth = 'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝｧｨｩｪｫｯｬｭｮｰﾞﾟ'
  const marks: Record<string, string> = { '\u3099': 'ﾞ', '\u309a': 'ﾟ' }
  return [...text.normalize('NFD')].map((kana) => marks[kana] ?? halfWidth[fullWidth.indexOf(kana)] ?? kana).join('')
}

const eraDay = (day: string) => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const [era, yearBeforeEra] = day >= '2019-05-01' ? ['R', 2018] : day >= '1989-01-08' ? ['H', 1988] : day >= '1926-12-25' ? ['S', 1925] : ['T', 1911]
  return `${era}${year - Number(yearBeforeEra)}.${month}.${date}`
}

/** Header, healthy mean, spread, decimals. */
const measured: [string, number, number, number][] = [
  ['身長(cm)', 163, 8, 1],
  ['体重(kg)', 61, 10, 1],
  ['BMI', 22.8, 3, 1],
  ['腹囲(cm)', 82, 9, 1],
  ['体脂肪率(%)', 25, 6, 1],
  ['収縮期血圧', 122, 14, 0],
  ['拡張期血圧', 76, 9, 0],
  ['脈拍(回/分)', 68, 9, 0],
  ['裸眼視力(右)', 0.9, 0.3, 1],
  ['裸眼視力(左)', 0.9, 0.3, 1],
  ['眼圧右(mmHg)', 14, 2, 0],
  ['眼圧左(mmHg)', 14, 2, 0],
  ['聴力右1000Hz(dB)', 15, 6, 0],
  ['聴力左1000Hz(dB)', 15, 6, 0],
  ['聴力右4000Hz(dB)', 18, 8, 0],
  ['聴力左4000Hz(dB)', 18, 8, 0],
  ['白血球数(/μL)', 5600, 1200, 0],
  ['赤血球数(万/μL)', 458, 35, 0],
  ['血色素量(g/dL)', 13.9, 1.2, 1],
  ['ヘマトクリット(%)', 42, 3, 1],
  ['血小板数(万/μL)', 24, 5, 1],
  ['MCV(fL)', 91, 4, 1],
  ['MCH(pg)', 30.4, 1.5, 1],
  ['MCHC(%)', 33.2, 0.8, 1],
  ['好中球(%)', 56, 7, 1],
  ['リンパ球(%)', 34, 6, 1],
  ['好酸球(%)', 3, 1.5, 1],
  ['総蛋白(g/dL)', 7.2, 0.3, 1],
  ['アルブミン(g/dL)', 4.4, 0.2, 1],
  ['A/G比', 1.6, 0.2, 2],
  ['総ビリルビン(mg/dL)', 0.8, 0.3, 1],
  ['AST(GOT)(U/L)', 23, 6, 0],
  ['ALT(GPT)(U/L)', 22, 9, 0],
  ['γ-GTP(U/L)', 32, 18, 0],
  ['ALP(IFCC)(U/L)', 68, 15, 0],
  ['LD(IFCC)(U/L)', 178, 25, 0],
  ['コリンエステラーゼ(U/L)', 320, 50, 0],
  ['アミラーゼ(U/L)', 78, 18, 0],
  ['CK(U/L)', 110, 40, 0],
  ['T-CHO(mg/dL)', 203, 28, 0],
  ['HDL-C(mg/dL)', 62, 12, 0],
  ['ＬＤＬ－Ｃ(mg/dL)', 121, 24, 0],
  ['中性脂肪(mg/dL)', 98, 40, 0],
  ['空腹時血糖(mg/dL)', 96, 10, 0],
  ['HbA1c(NGSP)(%)', 5.5, 0.3, 1],
  ['クレアチニン(mg/dL)', 0.76, 0.13, 2],
  ['eGFR', 78, 11, 1],
  ['尿素窒素(mg/dL)', 14, 3, 1],
  ['尿酸(mg/dL)', 5.3, 1.1, 1],
  ['Na(mEq/L)', 141, 2, 0],
  ['K(mEq/L)', 4.2, 0.3, 1],
  ['Cl(mEq/L)', 104, 2, 0],
  ['Ca(mg/dL)', 9.3, 0.3, 1],
  ['血清鉄(μg/dL)', 102, 28, 0],
  ['フェリチン(ng/mL)', 78, 40, 1],
  ['CRP(mg/dL)', 0.08, 0.05, 2],
  ['TSH(μIU/mL)', 1.8, 0.7, 2],
  ['FT4(ng/dL)', 1.2, 0.12, 2],
  ['CEA(ng/mL)', 1.9, 0.8, 1],
  ['CA19-9(U/mL)', 9, 4, 1],
  ['AFP(ng/mL)', 3.1, 1, 1],
  ['尿比重', 1.018, 0.006, 3],
]
const judgements = ['身体計測判定', '血圧判定', '血液判定', '肝機能判定', '脂質判定', '糖代謝判定', '総合判定']
const dipsticks = ['尿蛋白', '尿糖', '尿潜血']
const head = ['社員番号', '氏名', 'カナ氏名', '生年月日', '性別', '受診日', '所属']
const tail = ['医師所見', '前回LDL-C']
/** The 81 columns of the file, including the physician's comment. */
export const headers: string[] = [...head, ...measured.map(([header]) => header), ...dipsticks, ...judgements, ...tail]

/** Typical invalid cells: the header of the column and the text. */
const mistakes: [string, string][] = [
  ['ＬＤＬ－Ｃ(mg/dL)', '１２Ｏ'],
  ['体重(kg)', '6120'],
  ['生年月日', 'S43.13.14'],
  ['HbA1c(NGSP)(%)', '55'],
  ['氏名', '該当 無子'],
  ['受診日', '2026/02/30'],
  ['収縮期血圧', '測れず'],
]

/**
 * `times` repeats each person in one file, each time `months` earlier. One in `wrongEvery` people has an invalid cell; none has one if it is 0.
 */
export type FileOptions = { day: string; seed?: string; wrongEvery?: number; times?: number; months?: number }

/**
 * Rows as a provider sends them: title rows above the headers, Western and Japanese calendar dates, half-width kana, units in brackets, judgement
 * columns after the values, some invalid cells.
 */
export const checkupLines = (people: readonly Examinee[], { day, seed = 'file', wrongEvery = 25, times = 1, months = 12 }: FileOptions): string[][] => {
  const lines = [['定期健康診断 結果一覧表'], [`作成日：${day.replaceAll('-', '/')}`, '', '※ H・L は基準範囲外'], headers]
  for (let time = 0; time < times; time++)
    people.forEach((person, index) => {
      const random = randomOf(`${seed} ${time}`, index)
      const testedOn = addMonths(day, -months * time).replaceAll('-', '/')
      const values = measured.map(([header, mean, spread, decimals]) => {
        const value = Math.max(0, mean + spread * (random.between(-150, 150) / 100))
        const text = value.toFixed(decimals)
        if (random.chance(0.02)) return ''
        if (header.startsWith('裸眼視力')) return value > 1 ? '1.2' : text
        if (header.startsWith('CRP') && value < 0.05) return '<0.05'
        if (header.startsWith('白血球') && random.chance(0.5)) return Number(text).toLocaleString('en')
        return random.chance(0.05)
          ? `${text} H`
          : random.chance(0.03)
            ? text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
            : text
      })
      const cells = [
        `E${String(index + 1).padStart(5, '0')}`,
        `${person.last_name}　${person.first_name}`,
        halfKana(`${person.last_name_kana} ${person.first_name_kana}`),
        index % 3 ? eraDay(person.birthday) : person.birthday.replaceAll('-', '/'),
        person.sex === 'male' ? '男' : person.sex === 'female' ? '女' : '',
        testedOn,
        random.pick(['総務部', '営業部', '製造部,第一課', '研究所']),
        ...values,
        ...dipsticks.map(() => random.pick(['(-)', '－', '(±)', '（＋）', '-'])),
        ...judgements.map(() => random.pick(['A', 'B', 'C'])),
        random.pick(['異常なし', '生活習慣に\n注意しましょう', '要再検査（"脂質"）', '']),
        String(random.between(80, 160)),
      ]
      if (wrongEvery && index % wrongEvery === wrongEvery - 1) {
        const [header, text] = mistakes[Math.floor(index / wrongEvery) % mistakes.length]!
        cells[headers.indexOf(header)] = text
        // a person whose name is not registered must not match by kana either
        if (header === '氏名') cells[headers.indexOf('カナ氏名')] = 'ｶﾞｲﾄｳ ﾅｼｺ'
      }
      lines.push(cells)
    })
  return lines
}

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
export const csvOf = (lines: readonly string[][]) => `${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
