import { createHmac } from 'node:crypto'

export const circlebackSecret = 'a-secret-of-circleback-for-tests'

/** The `x-signature` header for this body, computed as Circleback does. */
export const signedHeaders = (rawBody: string | Buffer, secret = circlebackSecret) => ({
  'x-signature': createHmac('sha256', secret).update(rawBody).digest('hex'),
})

/** A meeting payload as Circleback sends it. */
export const meeting = (overrides: object = {}) => ({
  id: 48_213,
  name: 'フォロー面談',
  createdAt: '2026-11-05T01:00:00.000Z',
  duration: 1_920,
  url: 'https://meet.example.com/sky-4821-kq?authuser=0',
  recordingUrl: 'https://127.0.0.1:1/recording.mp4',
  tags: ['すこやか'],
  icalUid: null,
  attendees: [
    { name: '岡田 由紀', email: 'okada@example.com' },
    { name: null, email: null },
  ],
  notes: '### 要約\n夕食が21時を過ぎる日が週4日ある。歩数は目標に近づいている。\n### 決まったこと\n- 平日の夕食を2回に分ける\n### 次回までの確認\n- 食事の写真',
  actionItems: [
    { id: 1, title: '平日の夕食を2回に分ける', description: '', assignee: { name: '山田 花子', email: null }, status: 'PENDING' },
    { id: 2, title: '次回の献立案を送る', description: '三日分', assignee: { name: '岡田 由紀', email: 'okada@example.com' }, status: 'DONE' },
    { id: 3, title: '取り消した', description: '', assignee: null, status: 'CANCELED' },
  ],
  transcript: [
    { speaker: '岡田 由紀', text: '最近のお食事はいかがですか。', timestamp: 12.5 },
    { speaker: '山田 花子', text: '仕事が遅くて、夕食が21時を過ぎる日が週に4日くらいあります。', timestamp: 17 },
    { speaker: '岡田 由紀', text: 'では平日の夕食を2回に分けてみましょう。', timestamp: 52 },
  ],
  ...overrides,
})
