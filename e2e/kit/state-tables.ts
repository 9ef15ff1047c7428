import type { Page } from 'playwright-core'
import { button } from './pattern.ts'

/** A card or a layer of the gallery, with its nodes as `controlsIn` describes them; a card's own node is left out. */
type Piece = { title: string; nodes: readonly string[] }
export const pieces: Piece[] = [
  {
    title: '入力欄',
    nodes: [
      'textbox "氏名" required=true',
      'textbox "氏名" value=佐伯 恵子 required=true',
      'textbox "電話番号" invalid=true value=090-0000-1234 — この電話番号はすでに登録されています',
      'textbox "身長" value=158.2 — cm 小数第1位まで',
      'textbox "生年月日" value=1968.03.14',
      'button "カレンダーを開く" hasPopup=dialog expanded=false',
      'textbox "パスワード" value=•••••••••••••••••',
      'button "パスワードを表示"',
      'textbox "施設" disabled=true value=東都ミッドタウンクリニック',
      'searchbox "氏名・かな・IDで検索"',
      'status ""',
      'textbox "メモ" required=true — 改行できます',
      'textbox "メモ" invalid=true value=ああああああああああああああああああああああああああああああああああああああああああああああああああああ — 50文字以内で入力してください（2文字超過）',
    ],
  },
  {
    title: 'バッジ・チップ・タブ',
    nodes: [
      'radiogroup "種別"',
      'radio "すべて" checked=true',
      'radio "メンバー" checked=false',
      'radio "法人" checked=false',
      'navigation "記録"',
      'link "数値 128"',
      'link "画像・動画"',
      'link "症状"',
      'navigation "記録の種類"',
      'link "数値"',
      'link "画像・動画"',
    ],
  },
  {
    title: 'チェック・スイッチ・選択',
    nodes: [
      'checkbox "主治医のみ" checked=true',
      'checkbox "利用規約に同意する" invalid=true checked=false — 同意が必要です',
      'checkbox "選べません" disabled=true checked=true',
      'switch "所見ありのみ" checked=false',
      'radiogroup "種別" invalid=true — 種別を確かめてください',
      'radio "すべて" checked=true',
      'radio "メンバー" checked=false',
      'radio "法人" checked=false',
      'combobox "施設" hasPopup=menu expanded=false value=東都ミッドタウンクリニック',
      'option "東都ミッドタウンクリニック" selected=true',
      'option "みなと健診センター"',
      'combobox "装置" invalid=true hasPopup=menu expanded=false value=未選択 — 装置を選んでください',
      'option "未選択" selected=true',
      'combobox "並び" hasPopup=menu expanded=false value=すべて',
      'option "すべて" selected=true',
      'option "メンバー"',
      'option "法人"',
      'switch "異常のみ 12" checked=false',
    ],
  },
  {
    title: 'カードとチップで選ぶ',
    nodes: [
      'radiogroup "コース"',
      'radio "人間ドック" checked=false — プランに含む 半日で終わります',
      'button "人間ドックの内容" expanded=false',
      'radio "脳ドック" checked=false — MRIを含みます',
      'radiogroup "別のコース" invalid=true — コースを選んでください',
      'radio "人間ドック" checked=false — プランに含む 半日で終わります',
      'button "人間ドックの内容" expanded=false',
      'radio "脳ドック" checked=false — MRIを含みます',
      'radiogroup "区分" invalid=true required=true — 一つ選びます 区分を選んでください',
      'radio "すべて" checked=false',
      'radio "メンバー" checked=false',
      'radio "法人" checked=false',
      'group "対象"',
      'checkbox "すべて" checked=false',
      'checkbox "メンバー" checked=true',
      'checkbox "法人" checked=false',
    ],
  },
  {
    title: '日付の入力',
    nodes: [
      'textbox "誕生日" value=1968.03.14 required=true',
      'button "カレンダーを開く" hasPopup=dialog expanded=false',
      'textbox "期限" — 12月10日まで',
      'button "カレンダーを開く" hasPopup=dialog expanded=false',
      'textbox "検査日" invalid=true — 検査日を入力してください',
      'button "カレンダーを開く" hasPopup=dialog expanded=false',
      'textbox "登録日" disabled=true value=2026.11.21',
      'button "カレンダーを開く" disabled=true hasPopup=dialog expanded=false',
    ],
  },
  {
    title: '検索して選ぶ',
    nodes: [
      'combobox "病名" expanded=false — 高・症・糖 など',
      'status ""',
      'status "選んだ病名"',
      'combobox "担当者" invalid=true expanded=false required=true — 担当者を選んでください',
      'status ""',
    ],
  },
  {
    title: '並べ替え・出来事・文章',
    nodes: [
      'button "順番を変える：11月27日（上下の矢印キーでも動きます）"',
      'button "順番を変える：12月4日（上下の矢印キーでも動きます）"',
      'button "順番を変える：12月11日（上下の矢印キーでも動きます）"',
      'status ""',
      'button "詳しく見る" expanded=false — 人間ドック',
      'region "お薬"',
      'region "手術"',
    ],
  },
  {
    title: '幅を変えられる一覧',
    nodes: ['complementary "患者一覧"', 'separator "患者一覧の幅" value=200 valuemin=120 valuemax=600'],
  },
]

const floating = '[data-floating]'
const modal = 'dialog[open]'
const openCalendar = async (page: Page) => {
  await page.getByRole('textbox', { name: '誕生日' }).focus()
  for (const key of ['Tab', 'Enter']) await page.keyboard.press(key)
}
const openOptions = async (page: Page) => {
  await page.getByRole('combobox', { name: '病名' }).fill('症')
  await page.keyboard.press('ArrowDown')
}

/** A layer above the gallery. Its nodes that do not match `only` are left out of the comparison with `nodes`. */
type Layer = Piece & { open: (page: Page) => Promise<unknown>; selector: string; only?: RegExp }
export const layers: Layer[] = [
  {
    title: 'menu',
    open: (page) => button(page, '操作').click(),
    selector: floating,
    nodes: ['group ""', 'menu "操作"', 'menuitem "コピー"', 'menuitem "固定"', 'group "管理"', 'menuitem "Edit"', 'menuitem "削除"'],
  },
  {
    title: 'popover',
    open: (page) => button(page, '既読 3').click(),
    selector: floating,
    nodes: ['dialog "読んだ人"', 'button "すべて見る"'],
  },
  {
    title: 'combobox',
    open: openOptions,
    selector: floating,
    nodes: ['group ""', 'listbox "病名"', 'option "高血圧症" selected=true', 'option "脂質異常症"', 'option "骨粗鬆症"', 'option "睡眠時無呼吸症候群"'],
  },
  {
    title: 'calendar',
    open: openCalendar,
    selector: floating,
    only: /^(dialog|grid |button "(?!1968年3月\d))|selected|pressed/,
    nodes: [
      'dialog "誕生日" modal=true',
      'button "前の月"',
      'button "1968年3月、月を選ぶ"',
      'button "次の月"',
      'grid "1968年3月"',
      'gridcell "1968年3月14日木曜日" selected=true',
      'button "1968年3月14日木曜日" pressed=true',
    ],
  },
  {
    title: 'dialog',
    open: (page) => button(page, '480').click(),
    selector: modal,
    nodes: [
      'dialog "評価を追加" modal=true',
      'button "閉じる"',
      'textbox "メモ"',
      'combobox "診断名" expanded=false — 高・症・糖 など',
      'status ""',
      'status "選んだ診断名"',
      'textbox "開始日"',
      'button "カレンダーを開く" hasPopup=dialog expanded=false',
      'button "通知"',
      'button "操作" hasPopup=menu expanded=false',
      'status "選んだ操作"',
      'button "削除"',
      'button "キャンセル"',
      'button "保存"',
    ],
  },
  {
    title: 'confirmation',
    open: (page) => page.getByRole('button', { name: '面談を削除', exact: true }).last().click(),
    selector: modal,
    nodes: ['dialog "面談を削除" modal=true', 'button "閉じる"', 'button "キャンセル"', 'button "面談を削除"'],
  },
  {
    title: 'records',
    open: (page) => button(page, '既往歴').click(),
    selector: modal,
    nodes: [
      'dialog "既往歴" modal=true',
      'button "閉じる"',
      'region "本人"',
      'button "追加"',
      'button "編集：高血圧症"',
      'button "保存しています" disabled=true',
      'region "家族"',
      'button "閉じる"',
    ],
  },
  {
    title: 'lightbox',
    open: (page) => button(page, '画像').click(),
    selector: modal,
    nodes: [
      'dialog "腹部超音波" modal=true',
      'button "前の画像" disabled=true',
      'status ""',
      'button "次の画像"',
      'button "閉じる"',
      'group "画像。＋と−で拡大・縮小、矢印キーで移動、0で全体を表示"',
      'button "縮小" disabled=true',
      'status ""',
      'button "拡大"',
      'button "全体を表示" disabled=true',
    ],
  },
]
