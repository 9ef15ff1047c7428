import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { careRoles } from '@sukoyaka/wire/access'
import { referenceFolder } from '../../config/folders.ts'
import { nameColumns } from '../../domains/account/store.ts'
import type { users } from '../../domains/account/tables.ts'
import { type Random, randomOf } from '../random.ts'
import { femaleNames, maleNames, surnames } from './names.ts'

export type CareRole = (typeof careRoles)[number]
type Sex = 'male' | 'female'
type Names = { last_name: string; first_name: string; last_name_kana: string; first_name_kana: string }
type Person = Names & { sex: Sex | null; birthday: string | null; romaji: string }

/** Edge cases for layout and logic. `hostile`: texts of maximum length and with markup; `abnormal`: every value is abnormal; `empty`: no data. */
type EdgeCase = 'hostile' | 'abnormal' | 'empty'

/** `index` 0 is 佐伯 恵子. The record of a patient derives from the index, the id and the day. */
export type DemoPatient = Person & { id: number; index: number; edgeCase: EdgeCase | undefined }

const parsePerson = (line: string): Person => {
  const [last_name, first_name, last_name_kana, first_name_kana, romaji, birthday, sex] = line.split(' ') as [
    string,
    string,
    string,
    string,
    string,
    string,
    Sex,
  ]
  return { last_name, first_name, last_name_kana, first_name_kana, romaji, birthday, sex }
}

const demoCast = `佐伯 恵子 サエキ ケイコ saeki 1968-03-14 female
高橋 誠 タカハシ マコト takahashi 1971-06-02 male
田中 義男 タナカ ヨシオ tanaka 1949-10-19 male
渡辺 直子 ワタナベ ナオコ watanabe 1979-01-08 female
伊藤 颯太 イトウ ソウタ ito 1998-04-27 male
山本 和子 ヤマモト カズコ yamamoto 1944-12-11 female
加藤 隆 カトウ タカシ kato 1963-08-05 male
吉田 真理 ヨシダ マリ yoshida 1982-02-23 female
佐々木 美穂 ササキ ミホ sasaki 1975-11-30 female
松本 健 マツモト ケン matsumoto 1985-05-16 male
井上 千尋 イノウエ チヒロ inoue 1990-09-09 female
木村 修平 キムラ シュウヘイ kimura 1977-07-21 male
𠮷田 聡 ヨシダ サトシ yoshida 1969-03-03 male
髙橋 和子 タカハシ カズコ takahashi 1952-02-29 female
山﨑 健太郎 ヤマサキ ケンタロウ yamasaki 1980-10-10 male
﨑山 静江 サキヤマ シズエ sakiyama 1936-04-18 female
渡邉 陽一 ワタナベ ヨウイチ watanabe 1958-12-24 male
渡邊 莉子 ワタナベ リコ watanabe 2001-08-13 female
齋藤 徹 サイトウ トオル saito 1966-01-29 male
濵田 由美子 ハマダ ユミコ hamada 1961-05-07 female
林 一 ハヤシ ハジメ hayashi 1947-11-01 male
森 碧 モリ アオイ mori 1999-06-20 female
東 仁 アズマ ジン azuma 1984-03-31 male
勅使河原 喜久雄 テシガワラ キクオ teshigawara 1939-09-15 male
小比類巻 さくら コヒルイマキ サクラ kohiruimaki 1993-04-02 female
長宗我部 龍之介 チョウソカベ リュウノスケ chosokabe 1988-12-08 male`
  .split('\n')
  .map(parsePerson)

/** A name of 50 characters without spaces. */
const longName = (text: string) => text.repeat(50).slice(0, 50)
const edgeCases: Record<number, { edgeCase: EdgeCase; person: Person }> = {
  126: {
    edgeCase: 'hostile',
    person: {
      last_name: longName('寿限無五劫擦切海砂利水魚'),
      first_name: longName('長久命長助'),
      last_name_kana: '',
      first_name_kana: '',
      sex: null,
      birthday: null,
      romaji: 'jugemu',
    },
  },
  127: { edgeCase: 'abnormal', person: parsePerson('二階堂 辰雄 ニカイドウ タツオ nikaido 1951-07-04 male') },
  128: { edgeCase: 'empty', person: parsePerson('早乙女 楓 サオトメ カエデ saotome 1996-10-26 female') },
}

const ageFor = (r: Random) => (r.chance(0.7) ? r.between(35, 72) : r.between(18, 92))

const randomPerson = (index: number, today: string): Person => {
  const r = randomOf('person', index)
  const sex = r.chance(0.53) ? 'female' : 'male'
  const birthday = addDays(`${Number(today.slice(0, 4)) - ageFor(r)}${today.slice(4) === '-02-29' ? '-02-28' : today.slice(4)}`, -r.between(0, 364))
  const surname = r.pick(surnames)
  const year = Number(birthday.slice(0, 4))
  const givenName = r.pick((sex === 'female' ? femaleNames : maleNames).filter((name) => year >= name.born_from && year <= name.born_to))
  const kana = !r.chance(0.04)
  return {
    last_name: surname.name,
    first_name: givenName.name,
    last_name_kana: kana ? surname.kana : '',
    first_name_kana: kana ? givenName.kana : '',
    sex: r.chance(0.03) ? null : sex,
    birthday: r.chance(0.03) ? null : birthday,
    romaji: surname.romaji,
  }
}

export const demoPatient = (id: number, index: number, today: string): DemoPatient => {
  const edgeCase = edgeCases[index]
  return { ...(edgeCase?.person ?? demoCast[index] ?? randomPerson(index, today)), id, index, edgeCase: edgeCase?.edgeCase }
}

const prefectures = (JSON.parse(readFileSync(join(referenceFolder, 'prefectures.json'), 'utf8')) as { items: { name_ja: string }[] }).items.map(
  (prefecture) => prefecture.name_ja,
)
const nearbyPrefectures = ['東京都', '東京都', '神奈川県', '埼玉県', '千葉県']
const cities = ['架空区', 'みなと市', 'さくら野市', '若葉町', '青空区', '緑ヶ丘市']
const streets = ['みなと町', '桜並木', '若葉台', '日の出', '青葉通', '泉が丘']
const buildings = ['', '', '', 'すこやかハイツ', 'グリーンコート', 'メゾン若葉']

// invented towns with unassigned postal codes
const addressFor = (r: Random) => {
  const building = r.pick(buildings)
  return {
    zip: `000-${String(r.between(1, 9999)).padStart(4, '0')}`,
    prefecture: r.chance(0.6) ? r.pick(nearbyPrefectures) : r.pick(prefectures),
    city: r.pick(cities),
    street: `${r.pick(streets)}${r.between(1, 5)}-${r.between(1, 20)}-${r.between(1, 30)}`,
    building: building && `${building}${r.between(1, 9)}0${r.between(1, 8)}`,
  }
}

type Account = Names & {
  id: number
  role: CareRole | 'patient' | 'admin'
  email: string
  sex: Sex | null
  birthday: string | null
  edgeCase?: EdgeCase | undefined
}

/** A row of `users`. The phone numbers of the demo end with the id in four digits; users with longer ids and those of two edge cases have none. */
export const userRow = ({ id, role, email, sex, birthday, edgeCase, ...person }: Account, password_hash: string, today: string): typeof users.$inferInsert => {
  const r = randomOf('account', id)
  const { last_name, first_name, last_name_kana, first_name_kana } = person
  const names = { last_name, first_name, last_name_kana, first_name_kana }
  const created_at = new Date(tokyoStartOfDay(addDays(today, -r.between(400, 2500))).getTime() + r.between(8 * 60, 20 * 60) * 60_000).toISOString()
  const isIncomplete = edgeCase === 'hostile' || edgeCase === 'empty'
  return {
    id,
    role,
    ...names,
    ...nameColumns(names),
    birthday,
    sex,
    email,
    phone_number: id < 10_000 && !isIncomplete ? `0900000${String(id).padStart(4, '0')}` : null,
    address: role === 'patient' && !isIncomplete ? addressFor(r) : null,
    password_hash,
    otp_required: true,
    created_at,
    updated_at: created_at,
  }
}

export const emailOf = (patient: DemoPatient) => (patient.index === 0 ? 'patient@example.com' : `${patient.romaji}${patient.id}@example.com`)
