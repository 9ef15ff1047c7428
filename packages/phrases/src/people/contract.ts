import { phrases } from '../language.ts'

export const contract = phrases({
  ja: {
    'state.current': '契約中 {{from}}–{{to}}',
    'state.autoUpdate': '・自動更新',
    'state.fullCheckup': '・人間ドックあり',
    'state.next': '次期契約 {{plan}} {{from}}–',
    'state.ended': '契約終了 {{to}}',
    'state.none': '契約なし',
    open: '契約の詳細',
  },
  en: {
    'state.current': 'Active contract {{from}}–{{to}}',
    'state.autoUpdate': ', renews automatically',
    'state.fullCheckup': ', with full checkup',
    'state.next': 'Next contract {{plan}} {{from}}–',
    'state.ended': 'Contract ended {{to}}',
    'state.none': 'No contract',
    open: 'Contract details',
  },
  kr: {
    'state.current': '계약 중 {{from}}–{{to}}',
    'state.autoUpdate': ' · 자동 갱신',
    'state.fullCheckup': ' · 종합 건강검진 포함',
    'state.next': '다음 계약 {{plan}} {{from}}–',
    'state.ended': '계약 종료 {{to}}',
    'state.none': '계약 없음',
    open: '계약 상세',
  },
})
