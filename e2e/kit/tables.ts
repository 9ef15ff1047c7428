import { describe } from 'vitest'
import { button, type Pattern, testPatterns } from './pattern.ts'

const menuButton = 'button "操作" hasPopup=menu expanded=false'
const calendarButton = 'button "カレンダーを開く" hasPopup=dialog expanded=false'
const spokenToday = `${new Intl.DateTimeFormat('ja-JP', { dateStyle: 'full', timeZone: 'Asia/Tokyo' }).format(new Date())}、本日`

const layers: Pattern[] = [
  {
    pattern: 'dialog-modal',
    title: 'the focus goes to the first field, stays inside and returns to the button',
    start: (page) => button(page, '480').focus(),
    rows: [
      ['Enter', 'textbox "メモ"'],
      ['Tab', 'combobox "診断名" expanded=false'],
      ['Tab', 'textbox "開始日"'],
      ['Tab', calendarButton],
      ['Tab Tab Tab', 'button "削除"'],
      ['Tab', 'button "キャンセル"'],
      ['Tab', 'button "保存"'],
      ['Shift+Tab', 'button "キャンセル"'],
      ['Escape', 'button "480"'],
      ['Enter', 'textbox "メモ"'],
      ['Control+Enter', 'button "480"'],
    ],
  },
  {
    pattern: 'dialog-modal',
    title: 'a dialog above another returns the focus into it',
    start: (page) => button(page, '640').click(),
    rows: [
      ['Tab Tab Tab Tab Tab Tab', 'button "削除"'],
      ['Enter', 'dialog "面談を削除" modal=true'],
      ['Tab', 'button "閉じる"'],
      ['Tab', 'button "キャンセル"'],
      ['Enter', 'button "削除"'],
      ['Enter Escape', 'button "削除"'],
      ['Escape', 'button "640"'],
    ],
  },
  {
    pattern: 'menu-button',
    title: 'the keys of the button and of its menu',
    start: (page) => button(page, '操作').focus(),
    rows: [
      ['Enter', 'menuitem "コピー"'],
      ['Escape', menuButton],
      ['Space', 'menuitem "コピー"'],
      ['Escape', menuButton],
      ['ArrowDown', 'menuitem "コピー"'],
      ['Escape', menuButton],
      ['ArrowUp', 'menuitem "削除"'],
      ['ArrowDown', 'menuitem "コピー"'],
      ['ArrowDown', 'menuitem "固定"'],
      ['ArrowUp', 'menuitem "コピー"'],
      ['ArrowUp', 'menuitem "削除"'],
      ['Home', 'menuitem "コピー"'],
      ['End', 'menuitem "削除"'],
      ['e', 'menuitem "Edit"'],
      ['Enter', menuButton],
      ['ArrowDown Tab', 'button "既読 3" hasPopup=dialog expanded=false'],
    ],
  },
  {
    pattern: 'disclosure',
    title: 'a popover that does not take the focus is opened, entered and closed',
    start: (page) => button(page, '既読 3').focus(),
    rows: [
      ['Enter', 'button "既読 3" hasPopup=dialog expanded=true'],
      ['Tab', 'button "すべて見る"'],
      ['Escape', 'button "既読 3" hasPopup=dialog expanded=false'],
      ['Space', 'button "既読 3" hasPopup=dialog expanded=true'],
      ['Space', 'button "既読 3" hasPopup=dialog expanded=false'],
    ],
  },
  {
    pattern: 'disclosure',
    title: 'details of a card',
    start: (page) => button(page, '詳しく見る').focus(),
    rows: [
      ['Enter', 'button "閉じる" expanded=true'],
      ['Space', 'button "詳しく見る" expanded=false'],
    ],
  },
]

const day = (text: string) => `button "1968年${text}"`
const dates: Pattern[] = [
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
    rows: [
      ['Tab Tab Tab', calendarButton],
      ['Enter', `button "${spokenToday}"`],
      ['ArrowRight Escape', calendarButton],
      ['Escape', 'button "480"'],
    ],
  },
]

const combobox = (state: string) => `combobox "病名" ${state}`
const choices: Pattern[] = [
  {
    pattern: 'combobox',
    title: 'list autocomplete with manual selection',
    start: (page) => page.getByRole('combobox', { name: '病名' }).fill('症'),
    rows: [
      ['End', combobox('expanded=true value=症')],
      ['ArrowDown', combobox('expanded=true value=症 → option "高血圧症" selected=true')],
      ['ArrowDown', combobox('expanded=true value=症 → option "脂質異常症" selected=true')],
      ['ArrowUp', combobox('expanded=true value=症 → option "高血圧症" selected=true')],
      ['ArrowUp', combobox('expanded=true value=症 → option "睡眠時無呼吸症候群" selected=true')],
      ['ArrowDown', combobox('expanded=true value=症 → option "高血圧症" selected=true')],
      ['ArrowLeft', combobox('expanded=true value=症')],
      ['ArrowDown Home', combobox('expanded=true value=症')],
      ['Escape', combobox('expanded=false value=症')],
      ['ArrowUp', combobox('expanded=true value=症 → option "睡眠時無呼吸症候群" selected=true')],
      ['Alt+ArrowUp', combobox('expanded=false value=症')],
      ['Alt+ArrowDown', combobox('expanded=true value=症')],
      ['ArrowDown Enter', combobox('expanded=false value=高血圧症')],
      ['Backspace', combobox('expanded=true value=高血圧')],
      ['Enter', combobox('expanded=true value=高血圧')],
      ['Tab', 'combobox "担当者" invalid=true expanded=false'],
    ],
  },
  {
    pattern: 'radio',
    title: 'segmented control: one tab stop, arrows check',
    start: (page) => page.getByRole('radiogroup', { name: '種別' }).first().getByRole('radio', { name: 'すべて' }).focus(),
    rows: [
      ['ArrowRight', 'radio "メンバー" checked=true'],
      ['ArrowDown', 'radio "法人" checked=true'],
      ['ArrowRight', 'radio "すべて" checked=true'],
      ['ArrowLeft', 'radio "法人" checked=true'],
      ['ArrowUp', 'radio "メンバー" checked=true'],
      ['Tab', 'link "数値 128"'],
      ['Shift+Tab', 'radio "メンバー" checked=true'],
    ],
  },
  {
    pattern: 'radio',
    title: 'cards: none is checked until a key does it',
    start: (page) => page.getByRole('radiogroup', { name: 'コース', exact: true }).getByRole('radio').first().focus(),
    rows: [
      ['Space', 'radio "人間ドック" checked=true'],
      ['ArrowDown', 'radio "脳ドック" checked=true'],
      ['ArrowDown', 'radio "人間ドック" checked=true'],
      ['Tab', 'button "人間ドックの内容" expanded=false'],
      ['Enter', 'button "人間ドックの内容" expanded=true'],
      ['Space', 'button "人間ドックの内容" expanded=false'],
    ],
  },
  {
    pattern: 'checkbox',
    title: 'Space toggles',
    start: (page) => page.getByRole('checkbox', { name: '主治医のみ' }).focus(),
    rows: [
      ['Space', 'checkbox "主治医のみ" checked=false'],
      ['Space', 'checkbox "主治医のみ" checked=true'],
      ['Tab', 'checkbox "利用規約に同意する" invalid=true checked=false'],
      ['Tab', 'switch "所見ありのみ" checked=false'],
    ],
  },
  {
    pattern: 'switch',
    title: 'Space toggles at once',
    start: (page) => page.getByRole('switch', { name: '所見ありのみ' }).focus(),
    rows: [
      ['Space', 'switch "所見ありのみ" checked=true'],
      ['Space', 'switch "所見ありのみ" checked=false'],
    ],
  },
  {
    pattern: 'checkbox',
    title: 'chips of which several can be chosen',
    start: (page) => page.getByRole('group', { name: '対象' }).getByRole('checkbox').first().focus(),
    rows: [
      ['Space', 'checkbox "すべて" checked=true'],
      ['Tab', 'checkbox "メンバー" checked=true'],
      ['Space', 'checkbox "メンバー" checked=false'],
    ],
  },
]

const rest: Pattern[] = [
  {
    pattern: 'windowsplitter',
    title: 'arrows resize, Enter closes and opens',
    start: (page) => page.getByRole('separator', { name: '患者一覧の幅' }).focus(),
    rows: [
      ['ArrowRight', 'separator "患者一覧の幅" value=216'],
      ['ArrowLeft', 'separator "患者一覧の幅" value=200'],
      ['Shift+ArrowRight', 'separator "患者一覧の幅" value=264'],
      ['Home', 'separator "患者一覧の幅" value=120'],
      ['ArrowLeft', 'separator "患者一覧の幅" value=120'],
      ['End', 'separator "患者一覧の幅" value=600'],
      ['Enter', 'button "患者一覧を開く" expanded=false'],
      ['Enter', 'separator "患者一覧の幅" value=600'],
    ],
  },
  {
    pattern: 'dialog-modal, lightbox',
    title: 'arrows turn the pictures, Escape returns to the button',
    start: (page) => button(page, '画像').focus(),
    rows: [
      ['Enter', 'dialog "腹部超音波" modal=true'],
      ['Tab', 'button "前の画像" disabled=true'],
      ['Tab Enter', 'button "次の画像" disabled=true'],
      ['ArrowLeft', 'button "次の画像"'],
      ['Tab', 'button "閉じる"'],
      ['Tab', 'group "画像。＋と−で拡大・縮小、矢印キーで移動、0で全体を表示"'],
      ['+ + Tab', 'button "縮小"'],
      ['Escape', 'button "画像"'],
    ],
  },
  {
    pattern: 'reordering',
    title: 'arrow keys on the handle of a row move it',
    start: (page) => button(page, '順番を変える：11月27日（上下の矢印キーでも動きます）').focus(),
    rows: [
      ['ArrowDown', 'button "順番を変える：11月27日（上下の矢印キーでも動きます）"'],
      ['Shift+Tab', 'button "順番を変える：12月4日（上下の矢印キーでも動きます）"'],
    ],
  },
  {
    pattern: 'links',
    title: 'tabs are links: each is a tab stop, Enter opens',
    start: (page) => page.getByRole('navigation', { name: '記録', exact: true }).getByRole('link').first().focus(),
    rows: [
      ['Tab', 'link "画像・動画"'],
      ['Tab', 'link "症状"'],
      ['Shift+Tab', 'link "画像・動画"'],
    ],
  },
]

export const keyboardTables = () =>
  describe('keyboard tables', () => {
    testPatterns('dialogs, menus and disclosures', layers)
    testPatterns('calendars', dates)
    testPatterns('combobox, radio buttons, checkboxes and switches', choices)
    testPatterns('splitter, lightbox, reordering and tabs', rest)
  })
