import { button, type Pattern } from './pattern.ts'

export const calendarButton = 'button "カレンダーを開く" hasPopup=dialog expanded=false'
const spokenToday = () => `${new Intl.DateTimeFormat('ja-JP', { dateStyle: 'full', timeZone: 'Asia/Tokyo' }).format(new Date())}、本日`

const day = (text: string) => `button "1968年${text}"`
export const dates: Pattern[] = [
  {
    pattern: 'dialog-modal, date picker',
    title: 'the keys of the days',
    start: (page) => page.getByRole('textbox', { name: '誕生日' }).focus(),
    rows: [
      ['Tab', calendarButton],
      ['Space', `${day('3月14日木曜日')} pressed=true`],
      ['ArrowRight', day('3月15日金曜日')],
      ['ArrowLeft ArrowLeft', day('3月13日水曜日')],
      ['ArrowUp', day('3月6日水曜日')],
      ['ArrowDown', day('3月13日水曜日')],
      ['Home', day('3月10日日曜日')],
      ['End', day('3月16日土曜日')],
      ['PageUp', day('2月16日金曜日')],
      ['PageDown', day('3月16日土曜日')],
      ['Shift+PageDown', 'button "1969年3月16日日曜日"'],
      ['Shift+PageUp', day('3月16日土曜日')],
      ['ArrowRight', day('3月17日日曜日')],
      ['Tab', 'button "前の月"'],
      ['Tab', 'button "1968年3月、月を選ぶ"'],
      ['Tab', 'button "次の月"'],
      ['Tab', day('3月17日日曜日')],
      ['Shift+Tab', 'button "次の月"'],
      ['Tab Tab Shift+Tab', day('3月17日日曜日')],
      ['Enter', calendarButton],
      ['Shift+Tab', 'textbox "誕生日" value=1968.03.17'],
      ['Tab Enter', `${day('3月17日日曜日')} pressed=true`],
      ['ArrowUp Escape', calendarButton],
      ['Shift+Tab', 'textbox "誕生日" value=1968.03.17'],
    ],
  },
  {
    pattern: 'grid',
    title: 'the keys of months and years',
    start: async (page) => {
      await page.getByRole('textbox', { name: '誕生日' }).focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: '1968年3月、月を選ぶ' }).focus()
    },
    rows: [
      ['Enter', 'button "3月" pressed=true'],
      ['ArrowLeft', 'button "2月"'],
      ['ArrowDown', 'button "5月"'],
      ['Home', 'button "4月"'],
      ['End', 'button "6月"'],
      ['ArrowUp', 'button "3月" pressed=true'],
      ['PageUp', 'button "3月"'],
      ['PageDown', 'button "3月" pressed=true'],
      ['Shift+Tab Shift+Tab', 'button "1968年、年を選ぶ"'],
      ['Space', 'button "1968" pressed=true'],
      ['ArrowRight', 'button "1969"'],
      ['ArrowRight', 'button "1970"'],
      ['End', 'button "1972"'],
      ['PageUp', 'button "1962"'],
      ['Enter', 'button "3月"'],
      ['ArrowRight Space', 'button "1962年4月17日火曜日"'],
      ['Escape', calendarButton],
    ],
  },
  {
    pattern: 'grid',
    title: 'an unavailable day of a month is reached and says why; days are toggled',
    start: (page) =>
      page
        .getByRole('grid', { name: '希望日' })
        .getByRole('button', { name: /11月16日/ })
        .focus(),
    rows: [
      ['ArrowLeft', 'button "2026年11月16日月曜日"'],
      ['ArrowDown', 'button "2026年11月23日月曜日、祝日のため予約できません" disabled=true'],
      ['Enter', 'button "2026年11月23日月曜日、祝日のため予約できません" disabled=true'],
      ['ArrowRight', 'button "2026年11月24日火曜日"'],
      ['Space', 'button "2026年11月24日火曜日、第2希望" pressed=true'],
      ['Space', 'button "2026年11月24日火曜日"'],
      ['Shift+PageDown', 'button "2027年1月31日日曜日"'],
    ],
  },
  {
    pattern: 'dialog-modal, date picker',
    title: 'the calendar in a dialog closes before the dialog',
    start: (page) => button(page, '480').click(),
    // read when the table starts: the day may have changed since the file was loaded
    get rows() {
      return [
        ['Tab Tab Tab', calendarButton],
        ['Enter', `button "${spokenToday()}"`],
        ['ArrowRight Escape', calendarButton],
        ['Escape', 'button "480"'],
      ] as const
    },
  },
  {
    pattern: 'grid',
    title: 'the button of the previous month keeps the focus when there is no earlier month',
    start: async (page) => {
      const previous = page.getByRole('region', { name: '希望日', exact: true }).getByRole('button', { name: '前の月' })
      await previous.click()
      await previous.focus()
    },
    rows: [
      ['Enter', 'button "前の月" disabled=true'],
      ['Enter', 'button "前の月" disabled=true'],
      ['Tab', 'button "次の月"'],
    ],
  },
]
