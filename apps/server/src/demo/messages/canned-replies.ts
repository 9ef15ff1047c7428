import { fold } from '@sukoyaka/rules/fold'
import type { Db } from '../../database/db.ts'
import { canned_replies } from '../../domains/canned-reply/tables.ts'
import { insertRows } from '../insert.ts'

type Colleague = { id: number; role: string }

const sharedReplies: [role: string, title: string, body: string][] = [
  [
    'concierge',
    '予約の確認',
    '{姓}様\n\nご予約を承りました。当日は本人確認のできるものと、お薬手帳をお持ちでしたらご持参ください。保険診療を受ける方は、マイナ保険証または資格確認書もお持ちください。',
  ],
  ['concierge', '検査前日のご案内', '{姓}様\n\n明日の検査についてご案内します。前日の21時以降はお食事をお控えください。お水は当日の朝まで飲んでいただけます。'],
  ['nurse', '結果のご案内', '{姓}様\n\n検査の結果がそろいました。「データ」のページでご覧いただけます。気になる点がありましたら、こちらにお送りください。'],
  ['nurse', '家庭血圧のお願い', '{姓}様\n\n朝と晩の血圧を2週間記録していただけますか。朝は起きて1時間以内、トイレのあと、朝食とお薬の前にお願いします。'],
]
const personalReplies: typeof sharedReplies = [
  ['nurse', 'お薬の確認', '{姓}様\n\nお薬の飲み忘れや、気になる症状はありませんか。'],
  [
    'doctor',
    '受診のおすすめ',
    '{姓}様\n\n担当医の{担当医}です。今回の結果について、一度受診していただくことをおすすめします。ご都合のよい日をお知らせください。',
  ],
  ['nutritionist', '食事の写真のお願い', '{姓}様\n\n次の面談までに、3日分のお食事の写真をお送りいただけますか。'],
]

export const addCannedReplies = (db: Db, staff: readonly Colleague[]) => {
  const rowOf = (owner_id: number, title: string, body: string, is_shared: boolean) => ({ owner_id, title, body, is_shared, search: fold(`${title}\n${body}`) })
  const first = (role: string) => staff.find((member) => member.role === role)
  return insertRows(db, canned_replies, [
    ...sharedReplies.flatMap(([role, title, body]) => {
      const owner = first(role)
      return owner ? [rowOf(owner.id, title, body, true)] : []
    }),
    ...personalReplies.flatMap(([role, title, body]) => staff.filter((member) => member.role === role).map(({ id }) => rowOf(id, title, body, false))),
  ])
}
