import type { CareRole } from '../people/people.ts'

/** One message of a demo conversation with its reactions. `reply_to`: index of the quoted earlier message. */
export type DemoMessage = {
  sender_id: number
  body: string
  reply_to?: number
  /** Whether the message asks the patient to fill in a questionnaire; it then has the card of that request. */
  isRequest?: boolean
  mentions?: number[]
  reactions?: [user_id: number, emoticon: string][]
  liked_by?: number[]
  pinned_by?: number
}

type Exchange = { question: string; answer: string; role: CareRole }

/** Patients' questions, each with the staff's answer. */
export const exchanges: Exchange[] = [
  {
    question: '先日の健診の結果について、LDLコレステロールが前回より上がっていて気になっています。',
    answer: '結果を拝見しました。食事の様子もうかがいたいので、次回の面談で一緒に確認しましょう。',
    role: 'doctor',
  },
  {
    question: '次回の面談を来週の水曜日の午後に変更していただくことはできますか。',
    answer: '水曜日の14時で承りました。変更後の予定をご確認ください。',
    role: 'concierge',
  },
  {
    question: '朝の血圧が135前後の日が続いています。様子を見ていてよいでしょうか。',
    answer: '毎朝の記録をありがとうございます。1週間分を先生と確認して、お返事いたします。',
    role: 'nurse',
  },
  {
    question: '昨日の夕食の写真をお送りします。塩分は多いでしょうか。',
    answer: '野菜が多く、よい献立です。汁物を半分残すと、塩分をさらに減らせます。',
    role: 'nutritionist',
  },
  {
    question: '膝に少し違和感があるのですが、ウォーキングは続けても大丈夫ですか。',
    answer: '痛みがある日はお休みください。かわりに椅子に座ってできる体操をご案内します。',
    role: 'trainer',
  },
  {
    question: 'お薬を飲み始めてから、少し胃がもたれる感じがします。',
    answer: 'お知らせくださりありがとうございます。いつ頃からか、食後かどうかを教えていただけますか。',
    role: 'nurse',
  },
  {
    question: '人間ドックの前日は、何時まで食事をしてよいですか。',
    answer: '前日の21時までにお済ませください。お水は当日の朝まで飲んでいただけます。',
    role: 'concierge',
  },
  { question: '最近よく眠れず、夜中に何度か目が覚めます。', answer: 'おつらいですね。寝る前の過ごし方を1週間ほど記録してみましょう。', role: 'nurse' },
  {
    question: '花粉症の薬は、今の薬と一緒に飲んでも問題ありませんか。',
    answer: '一緒にお飲みいただいて問題ありません。眠気が出る場合はお知らせください。',
    role: 'doctor',
  },
  {
    question: '体重が先月から1.5kg減りました。この調子で続けます。',
    answer: '素晴らしいです。筋肉を落とさないよう、たんぱく質も意識してみてください。',
    role: 'nutritionist',
  },
  {
    question: '再検査は3か月後でよいとのことでしたが、早めることはできますか。',
    answer: '可能です。候補日を2、3日いただけましたら、手配いたします。',
    role: 'concierge',
  },
  { question: '歩数の記録が昨日から反映されていないようです。', answer: '確認いたします。お使いの端末の種類を教えていただけますか。', role: 'concierge' },
]

/** Messages that patients add before staff answer. */
export const additions = [
  '追記です。今朝は128/82でした。',
  'お時間のあるときで大丈夫です。',
  '写真も後ほどお送りします。',
  '急ぎではありませんが、よろしくお願いいたします。',
  'もう一つ質問があります。サプリメントは続けてよいですか。',
  '先ほどの件、解決しました。ありがとうございます。',
]

/** Messages initiated by staff. */
export const staffMessages = [
  '次回の検査が近づいてまいりました。ご都合はいかがでしょうか。',
  '今週の歩数、目標を達成されましたね。お疲れさまでした。',
  '検査結果が届きました。サマリーの画面からご覧いただけます。',
]

export const reminderReasons = ['血圧の記録を確認', '検査の予約を確認', '次回の面談の日程を調整', '服薬の様子をうかがう', '']

/** Edge cases, such as markup and escapes, combining characters, and long text that has no spaces. */
export const hostileMessages = [
  'あ'.repeat(600),
  '<b>太字</b> & "引用" \\ %s {{name}} <script>',
  'https://example.com/'.padEnd(300, 'x'),
  '👨‍👩‍👧‍👦🏳️‍🌈 が\u3099き\u3099く\u3099 مرحبا',
  '1行目\n\n\n2行目\n\t3行目',
]
