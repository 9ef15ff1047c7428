import { fold } from '@sukoyaka/rules/fold'
import { addDays, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { message_notes } from '../../domains/message/tables.ts'
import type { DemoPatient } from '../people/people.ts'
import type { Member } from '../people/teams.ts'
import type { DemoMessage } from './exchanges.ts'

const hour = 3_600_000

/** The conversation of 佐伯 and her team: a pinned answer, a request, a menu, and this morning’s values, which the team has not read. */
export const firstConversation = (
  patient: DemoPatient,
  team: readonly Member[],
  now: Date,
  today: string,
): { demoMessages: DemoMessage[]; times: string[] } => {
  const idOfRole = (role: Member['role']) => team.find((member) => member.role === role)!.id
  const hoursAgo = (hours: number) => now.getTime() - hours * hour
  const timedMessages: [number, DemoMessage][] = [
    [hoursAgo(16.2 * 24), { sender_id: patient.id, body: '血圧のお薬を飲み忘れた日は、夜に飲んでもよいでしょうか。' }],
    [
      hoursAgo(16 * 24),
      { sender_id: idOfRole('doctor'), body: '朝食後にアムロジピン。飲み忘れた日はその日は飲まずに翌朝から。', reply_to: 0, pinned_by: idOfRole('doctor') },
    ],
    [hoursAgo(15.9 * 24), { sender_id: patient.id, body: '承知しました。ありがとうございます。', reactions: [[idOfRole('doctor'), 'thumbs_up']] }],
    [
      hoursAgo(70),
      { sender_id: idOfRole('nurse'), body: '家庭血圧を朝・晩、2週間続けて記録してください。手帳の写真でもかまいません。', reactions: [[patient.id, 'check']] },
    ],
    // when the questionnaire was requested
    [tokyoStartOfDay(addDays(today, -2)).getTime() + 10 * hour, { sender_id: idOfRole('nurse'), body: '健診の前にお聞かせください。', isRequest: true }],
    [
      hoursAgo(26),
      {
        sender_id: patient.id,
        body: 'おはようございます。今朝は138/86でした。少し高めですね。夜ごはんが遅い日が続いています。',
        reactions: [
          [idOfRole('nurse'), 'heart'],
          [idOfRole('doctor'), 'heart'],
        ],
        liked_by: [idOfRole('nutritionist')],
      },
    ],
    [
      hoursAgo(24.5),
      {
        sender_id: idOfRole('nutritionist'),
        body: `@${patient.last_name} ${patient.first_name} 面談でお話しした献立案です。平日2日から試してみましょう。`,
        mentions: [patient.id],
      },
    ],
    [hoursAgo(0.9), { sender_id: patient.id, body: '今朝の分を入力しました。手帳の写真もお送りします。', reply_to: 3 }],
    [hoursAgo(0.85), { sender_id: patient.id, body: '今朝は134/83でした。昨日より少し下がっています。' }],
    [hoursAgo(0.8), { sender_id: patient.id, body: '夕食を30分早めてみました。この調子で続けます。' }],
  ]
  return { demoMessages: timedMessages.map(([, demoMessage]) => demoMessage), times: timedMessages.map(([at]) => new Date(at).toISOString()) }
}

/** Staff notes between the messages of `firstConversation`. The patient does not see the notes. */
export const firstNotes = (patient: DemoPatient, team: readonly Member[], now: Date): (typeof message_notes.$inferInsert)[] => {
  const idOfRole = (role: Member['role']) => team.find((member) => member.role === role)!.id
  const note = (hours: number, role: Member['role'], body: string, mention_ids: number[] = []) => ({
    patient_id: patient.id,
    author_id: idOfRole(role),
    body,
    body_search: fold(body),
    mention_ids,
    created_at: new Date(now.getTime() - hours * hour).toISOString(),
  })
  return [
    note(25.6, 'nurse', '家庭血圧は朝が高めの日が続いています。次回の面談で、夕食の時刻と減塩を一緒に確認します。'),
    note(25.1, 'doctor', '135/85以上が2週間続くようなら増量を検討します。それまでは生活の様子を見てください。'),
  ]
}
