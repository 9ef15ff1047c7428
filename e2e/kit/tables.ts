import { describe } from 'vitest'
import { moving } from '../app.ts'
import { calendarButton, dates } from './date-tables.ts'
import { button, type Pattern, testPatterns } from './pattern.ts'

const menuButton = 'button "操作" hasPopup=menu expanded=false'

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

const combobox = (state: string) => `combobox "病名" ${state}`
const sorting = (value: string) => `combobox "並び" hasPopup=menu expanded=false value=${value}`
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
    pattern: 'combobox, native select',
    title: 'arrows, Home, End and letters choose',
    start: (page) => page.getByRole('combobox', { name: '並び' }).focus(),
    rows: [
      ['ArrowDown', sorting('メンバー')],
      ['End', sorting('法人')],
      ['ArrowUp', sorting('メンバー')],
      ['Home', sorting('すべて')],
    ],
  },
  {
    pattern: 'combobox, native select',
    title: 'the same with a label inside its box',
    start: (page) => page.getByRole('combobox', { name: '施設' }).focus(),
    rows: [
      ['ArrowDown', 'combobox "施設" hasPopup=menu expanded=false value=みなと健診センター'],
      ['ArrowUp', 'combobox "施設" hasPopup=menu expanded=false value=東都ミッドタウンクリニック'],
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
      ['ArrowRight', 'button "次の画像" disabled=true'],
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

/** One page walks the tables in this order: a table starts on the page as the one before left it. */
export const movingPatterns: readonly Pattern[] = layers
export const patterns: readonly Pattern[] = [...dates, ...choices, ...rest]

export const keyboardTables = () =>
  describe('keyboard tables', () => {
    testPatterns('dialogs, menus and disclosures, with motion', movingPatterns, moving)
    testPatterns('calendars, choices, splitter, lightbox, reordering and tabs', patterns)
  })
