import { phrases } from './kit.ts'

export const karte = phrases({
  ja: {
    'card.title': '最近のカルテ',
    'card.empty': 'カルテはまだありません',
    'card.error': 'カルテを読み込めませんでした',
    'card.more': '続きを読む',
    'card.less': '閉じる',
    'part.memo': 'メモ',
  },
  en: {
    'card.title': 'Recent notes',
    'card.empty': 'There are no notes yet',
    'card.error': 'The notes could not be loaded',
    'card.more': 'Read on',
    'card.less': 'Show less',
    'part.memo': 'Memo',
  },
  kr: {
    'card.title': '최근 차트',
    'card.empty': '차트가 아직 없습니다',
    'card.error': '차트를 불러오지 못했습니다',
    'card.more': '더 읽기',
    'card.less': '접기',
    'part.memo': '메모',
  },
})
