import { sectionsOf } from '@sukoyaka/rules/care/minutes'
import { and, asc, eq, lt, sql } from 'drizzle-orm'
import type { PatientScope } from '../access/patient-scope.ts'
import { interview_participants, interviews } from '../domains/interview/tables.ts'
import { linkSentences } from '../domains/minutes/circleback.ts'
import { interview_minutes, minutes_action_items } from '../domains/minutes/tables.ts'

const transcriptOf = (coach: string, patient: string) =>
  [
    [coach, 4, 'こんにちは。今日もよろしくお願いします。'],
    [patient, 9, 'よろしくお願いします。'],
    [coach, 14, 'この2週間のお食事はいかがでしたか。'],
    [patient, 21, '仕事が立て込んでいて、夕食が21時を過ぎる日が週に4日くらいありました。'],
    [coach, 38, 'お忙しかったのですね。間食はどうでしょう。'],
    [patient, 45, 'どうしても甘いものが欲しくなって、和菓子を1日に1回は食べています。'],
    [coach, 62, '歩数の記録を拝見しました。目標の8,000歩に近づいていますね。'],
    [patient, 74, 'はい。一駅手前で降りるようにしたら、思ったより歩けて手応えを感じています。'],
    [coach, 96, '夕食が遅くなる日は、平日の夕食を2回に分けてみませんか。夕方におにぎりを1つ、帰宅後はおかずだけにします。'],
    [patient, 121, 'それならできそうです。会社でおにぎりを食べるようにします。'],
    [coach, 140, '食事の写真を3日分、チャットで送っていただけますか。'],
    [patient, 149, 'わかりました。平日の3日分を送ります。'],
    [coach, 163, '私からは、次回までに平日の献立案をお送りします。'],
    [patient, 171, 'ありがとうございます。楽しみにしています。'],
  ].map(([speaker, at, text]) => ({ speaker: String(speaker), at: Number(at), text: String(text) }))

const notes = {
  draft:
    '# 要約\n夕食が21時を過ぎる日が週4日ある。間食は和菓子が中心で1日1回。歩数は目標に近づき、本人も手応えを感じている。\n# 決まったこと\n- 平日の夕食を2回に分ける\n- 食事の写真を3日分送る\n# 次回までの確認\n- 献立案を送る\n- 睡眠時間の変化',
  approved: '# 要約\n夕食が遅い日が週4日ある。歩数は目標に近づいている。\n# 決まったこと\n- 夕方におにぎりを1つ食べる\n# 次回までの確認\n- 食事の写真',
}
const items = [
  { content: '平日の夕食を2回に分ける', who: 'patient', is_done: false },
  { content: '食事の写真を3日分送る', who: 'patient', is_done: true },
  { content: '次回の献立案を送る', who: 'coach', is_done: false },
]

/** Adds a draft for the patient's newest video call, approved minutes for the video call before it, and minutes that match no interview. */
export const addMinutes = async (scope: PatientScope, patient: { id: number; name: string }, now: Date): Promise<void> => {
  const pastInterviews = await scope.db
    .select({
      id: interviews.id,
      conducted_at: interviews.conducted_at,
      staff_id: sql<number>`min(${interview_participants.staff_id})`.mapWith(Number),
      coach: sql<string>`(select concat_ws(' ', last_name, first_name) from users where id = min(${interview_participants.staff_id}))`,
    })
    .from(scope.rows(interviews))
    .innerJoin(scope.rows(interview_participants), eq(interview_participants.interview_id, interviews.id))
    .where(
      and(
        eq(interviews.interviewee_id, patient.id),
        eq(interviews.meeting_type, 'online'),
        eq(interviews.status, 'done'),
        lt(interviews.conducted_at, now.toISOString()),
      ),
    )
    .groupBy(interviews.id)
    .orderBy(sql`${interviews.conducted_at} desc`, asc(interviews.id))
    .limit(2)
  for (const [at, interview] of pastInterviews.entries()) {
    const status = at === 0 ? 'draft' : 'approved'
    const transcript = transcriptOf(interview.coach, patient.name)
    const endedAt = new Date(Date.parse(interview.conducted_at) + 3_600_000).toISOString()
    const [minutesRow] = await scope
      .insert(interview_minutes)
      .values({
        interview_id: interview.id,
        external_id: `demo:${interview.id}`,
        body_hash: Buffer.alloc(0),
        name: 'フォロー面談',
        met_at: interview.conducted_at,
        duration_seconds: 1_928,
        attendees: [interview.coach, patient.name],
        notes: notes[status],
        transcript,
        sections: linkSentences(sectionsOf(notes[status]), transcript),
        status,
        decided_by: at === 0 ? null : interview.staff_id,
        decided_at: at === 0 ? null : endedAt,
        created_at: endedAt,
        updated_at: endedAt,
      })
      .returning({ id: interview_minutes.id })
    await scope.insert(minutes_action_items).values(
      items.map(({ content, who: assignee, is_done }, place) => ({
        minutes_id: minutesRow!.id,
        place,
        content,
        is_done,
        assignee_name: assignee === 'coach' ? interview.coach : patient.name,
      })),
    )
    // patients do not see unapproved minutes
    if (status === 'draft') await scope.update(interviews).set({ patient_summary: '' }).where(eq(interviews.id, interview.id))
  }
  const [first] = pastInterviews
  if (first)
    await scope.insert(interview_minutes).values({
      external_id: 'demo:unmatched',
      body_hash: Buffer.alloc(0),
      name: '面談（アドホック会議）',
      met_at: new Date(now.getTime() - 86_400_000).toISOString(),
      duration_seconds: 1_260,
      attendees: [first.coach],
      notes: notes.approved,
      transcript: transcriptOf(first.coach, patient.name),
      sections: linkSentences(sectionsOf(notes.approved), transcriptOf(first.coach, patient.name)),
    })
}
