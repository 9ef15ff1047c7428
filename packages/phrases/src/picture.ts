import { phrases } from './language.ts'

/** Image viewer. */
export const picture = phrases({
  ja: {
    'image.missing': '表示できません',
    'zoom.in': '拡大',
    'zoom.out': '縮小',
    'zoom.reset': '全体を表示',
    'zoom.stage': '画像。＋と−で拡大・縮小、矢印キーで移動、0で全体を表示',
    'zoom.percent': '{{percent}}%',
    'view.close': '閉じる',
    'view.previous': '前の画像',
    'view.next': '次の画像',
    'view.place': '{{at}} / {{count}}',
    'view.original': '元の画像を開く',
  },
  en: {
    'image.missing': 'Can’t be displayed',
    'zoom.in': 'Zoom in',
    'zoom.out': 'Zoom out',
    'zoom.reset': 'Fit to screen',
    'zoom.stage': 'Image. Press plus or minus to zoom, arrow keys to pan, 0 to fit',
    'zoom.percent': '{{percent}}%',
    'view.close': 'Close',
    'view.previous': 'Previous image',
    'view.next': 'Next image',
    'view.place': '{{at}} / {{count}}',
    'view.original': 'Open the original',
  },
  kr: {
    'image.missing': '표시할 수 없습니다',
    'zoom.in': '확대',
    'zoom.out': '축소',
    'zoom.reset': '전체 보기',
    'zoom.stage': '이미지. +와 −로 확대·축소, 화살표 키로 이동, 0으로 전체 보기',
    'zoom.percent': '{{percent}}%',
    'view.close': '닫기',
    'view.previous': '이전 이미지',
    'view.next': '다음 이미지',
    'view.place': '{{at}} / {{count}}',
    'view.original': '원본 이미지 열기',
  },
})
