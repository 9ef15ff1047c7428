import type { CareRole } from './people.ts'

/** One account of each staff role, whose address the server prints at its start, then their colleagues. Ids follow this order from 2 on: 1 is a patient. */
const colleagues = `
doctor 中村 健一 ナカムラ ケンイチ doctor@example.com 1974-05-20 male
nurse 小林 美咲 コバヤシ ミサキ nurse@example.com 1988-09-03 female
trainer 石井 翔太 イシイ ショウタ trainer@example.com 1991-01-17 male
observer 原田 直樹 ハラダ ナオキ observer@example.com 1969-11-28 male
nutritionist 岡田 由紀 オカダ ユキ nutritionist@example.com 1983-04-09 female
concierge 三浦 彩 ミウラ アヤ concierge@example.com 1990-07-22 female
admin 管 太郎 カン タロウ admin@example.com 1978-02-11 male
doctor 北条 雅子 ホウジョウ マサコ hojo.doctor@example.com 1966-08-30 female
doctor 安藤 悠介 アンドウ ユウスケ ando.doctor@example.com 1981-12-05 male
doctor 平野 沙織 ヒラノ サオリ hirano.doctor@example.com 1985-06-14 female
nurse 今井 里奈 イマイ リナ imai.nurse@example.com 1992-03-25 female
nurse 高木 さゆり タカギ サユリ takagi.nurse@example.com 1979-10-08 female
trainer 柴田 涼 シバタ リョウ shibata.trainer@example.com 1994-05-31 male
nutritionist 宮本 奈緒 ミヤモト ナオ miyamoto.nutritionist@example.com 1987-02-19 female
concierge 菊地 玲 キクチ レイ kikuchi.concierge@example.com 1995-11-12 female
observer 水野 剛 ミズノ ツヨシ mizuno.observer@example.com 1972-07-07 male
admin 久保 恵理子 クボ エリコ kubo.admin@example.com 1976-01-26 female`

export const staffPeople = colleagues
  .trim()
  .split('\n')
  .map((line) => {
    const [role, last_name, first_name, last_name_kana, first_name_kana, email, birthday, sex] = line.split(' ') as [
      CareRole | 'admin',
      string,
      string,
      string,
      string,
      string,
      string,
      'male' | 'female',
    ]
    return { role, last_name, first_name, last_name_kana, first_name_kana, email, birthday, sex }
  })
