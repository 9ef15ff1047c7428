import { phrases } from '../language.ts'

export const lifestyle = phrases({
  ja: {
    'division.Food': '食事',
    'division.Preference': '嗜好・習慣',
    'division.Sleep': '睡眠',
    'division.Sport': '運動',
    'division.Hobby': '趣味・休養',
    caption: '生活習慣の回答の推移',
    error: '生活習慣の回答を読み込めませんでした',
    empty: '生活習慣の回答はまだありません',
    emptyText: '問診票に答えると、ここに並びます。',
  },
  en: {
    'division.Food': 'Food',
    'division.Preference': 'Preferences and habits',
    'division.Sleep': 'Sleep',
    'division.Sport': 'Exercise',
    'division.Hobby': 'Hobbies and relaxation',
    caption: 'Lifestyle answers over time',
    error: 'Couldn’t load the lifestyle answers',
    empty: 'No lifestyle answers yet',
    emptyText: 'Answers appear here once a questionnaire has been completed.',
  },
  kr: {
    'division.Food': '식사',
    'division.Preference': '기호·습관',
    'division.Sleep': '수면',
    'division.Sport': '운동',
    'division.Hobby': '취미·휴식',
    caption: '생활 습관 응답의 변화',
    error: '생활 습관 응답을 불러오지 못했습니다',
    empty: '생활 습관 응답이 아직 없습니다',
    emptyText: '문진표에 답하면 여기에 표시됩니다.',
  },
})
