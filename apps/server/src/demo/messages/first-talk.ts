import { addDays, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { DemoPatient } from '../people/people.ts'
import type { Member } from '../people/teams.ts'
import type { Said } from './talk.ts'

const hour = 3_600_000

/** The conversation of 佐伯 and her team: a pinned answer, a request, a menu, and this morning’s values, still unread. */
export const firstTalk = (patient: DemoPatient, team: readonly Member[], now: Date, today: string): { said: Said[]; times: string[] } => {
  const of = (role: Member['role']) => team.find((member) => member.role === role)!.id
  const ago = (hours: number) => now.getTime() - hours * hour
  const all: [number, Said][] = [
    [ago(16.2 * 24), { sender_id: patient.id, body: '血圧のお薬を飲み忘れた日は、夜に飲んでもよいでしょうか。' }],
    [ago(16 * 24), { sender_id: of('doctor'), body: '朝食後にアムロジピン。飲み忘れた日はその日は飲まずに翌朝から。', reply_to: 0, pinned_by: of('doctor') }],
    [ago(15.9 * 24), { sender_id: patient.id, body: '承知しました。ありがとうございます。', reactions: [[of('doctor'), 'thumbs_up']] }],
    [
      ago(70),
      { sender_id: of('nurse'), body: '家庭血圧を朝・晩、2週間続けて記録してください。手帳の写真でもかまいません。', reactions: [[patient.id, 'check']] },
    ],
    // when the questionnaire was requested
    [tokyoStartOfDay(addDays(today, -2)).getTime() + 10 * hour, { sender_id: of('nurse'), body: '健診の前にお聞かせください。', isRequest: true }],
    [
      ago(26),
      {
        sender_id: patient.id,
        body: 'おはようございます。今朝は138/86でした。少し高めですね。夜ごはんが遅い日が続いています。',
        reactions: [
          [of('nurse'), 'heart'],
          [of('doctor'), 'heart'],
        ],
        liked_by: [of('nutritionist')],
      },
    ],
    [
      ago(24.5),
      {
        sender_id: of('nutritionist'),
        body: `@${patient.last_name} ${patient.first_name} 面談でお話しした献立案です。平日2日から試してみましょう。`,
        mentions: [patient.id],
      },
    ],
    [ago(0.9), { sender_id: patient.id, body: '今朝の分を入力しました。手帳の写真もお送りします。', reply_to: 3 }],
    [ago(0.85), { sender_id: patient.id, body: '今朝は134/83でした。昨日より少し下がっています。' }],
    [ago(0.8), { sender_id: patient.id, body: '夕食を30分早めてみました。この調子で続けます。' }],
  ]
  return { said: all.map(([, said]) => said), times: all.map(([at]) => new Date(at).toISOString()) }
}
