import type { CareRole } from './people/people.ts'

type Note = { role: CareRole; memo: string }

/** The two newest notes about 佐伯 恵子. */
export const newestNotes: Note[] = [
  {
    role: 'nurse',
    memo: '【経過】朝の血圧は130台後半が続く。頭痛・めまいなし。服薬の飲み忘れは週1回ほど。\n【計画】家庭血圧を2週間記録し、次の面談で主治医と薬剤調整を検討。',
  },
  {
    role: 'nutritionist',
    memo: '【食事】夕食が21時以降になる日が週4日。間食は和菓子が中心。\n【提案】平日の夕食を2回に分ける方法を案内。次回までに写真3日分。',
  },
]

/** Earlier version of an edited note, by its current text. */
export const earlierMemos = new Map([
  [newestNotes[0]!.memo, '【経過】朝の血圧は130台後半が続く。頭痛なし。\n【計画】家庭血圧を2週間記録し、次の面談で主治医と検討。'],
])

/** Typical notes of the care team. */
export const notes: Note[] = [
  { role: 'doctor', memo: '【所見】前回の検査結果を説明。本人の理解は良好。\n【方針】生活習慣の改善を3か月続け、再検査で判断する。' },
  { role: 'doctor', memo: '■経過\n自覚症状なし。家庭血圧は落ち着いている。\n■計画\n内服は現在の量で継続。次回は採血を予定。' },
  { role: 'nurse', memo: '電話で体調を確認。風邪気味とのことで、今週の運動は控えめにするよう伝えた。' },
  { role: 'nurse', memo: '【経過】服薬は続けられている。飲み忘れは月に1、2回。\n【対応】お薬カレンダーの使い方を案内した。' },
  { role: 'nurse', memo: '# 確認したこと\n睡眠は平均6時間弱。夜中に一度目が覚める日が週3日。\n# 次回まで\n就寝前のスマートフォンを30分減らしてみる。' },
  { role: 'nutritionist', memo: '【食事】朝食を抜く日が週2日。昼は外食が多い。\n【提案】朝はヨーグルトと果物から始める。昼は定食を選ぶ。' },
  { role: 'nutritionist', memo: '写真3日分を確認。野菜は足りているが、汁物の塩分が多め。\n■提案\n汁は半分残す。減塩みそに替える。' },
  { role: 'trainer', memo: '【運動】週2回のウォーキングは続いている。膝の痛みなし。\n【次の目標】1回を20分から30分へ。' },
  { role: 'trainer', memo: '■体力\n椅子からの立ち上がり30秒で14回。前回より2回増。\n■計画\nかかと上げを毎日10回。' },
  { role: 'concierge', memo: '人間ドックの希望日を確認。平日の午前を希望。施設に空きを照会中。' },
  { role: 'concierge', memo: '次回面談の時間変更の依頼あり。担当者と調整し、本人に連絡済み。' },
]

/** A note with long words and markup, which shows faults of layout and escaping. */
export const hostileNote = `# ${'見出しがとても長い'.repeat(8)}\n<script>alert(1)</script> <b>太字ではない</b>\n【${'x'.repeat(60)}】${'区切りのない文字列'.repeat(40)}\n\n\n■\n\u202e右から左へ\u202c`

export const summaries = [
  '検査結果を一緒に確認しました。食事と運動の目標は今のまま続けましょう。',
  '血圧の記録を拝見しました。朝の値が少し高めのため、塩分を控えることを次の目標にしました。',
  '体重が順調に減っています。無理のない範囲で歩く時間を増やしていきましょう。',
  '睡眠についてうかがいました。就寝前の過ごし方を2週間記録していただくことにしました。',
]
