import { IconAlertTriangle, IconCheck, IconEye, IconPencil, IconPlus, IconTrash, IconVideo } from '@tabler/icons-react'
import { useState } from 'react'
import { RemindBell } from '../../domains/message/remind/RemindBell.tsx'
import { Button, type ControlSize } from '../../ui/button/Button.tsx'
import { IconButton, type IconButtonColor } from '../../ui/button/IconButton.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { DatePicker } from '../../ui/date/DatePicker.tsx'
import { SearchInput } from '../../ui/form/SearchInput.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { TabLinks } from '../../ui/layout/TabLinks.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import { UnreadBadge } from '../../ui/status/UnreadBadge.tsx'
import classes from './DevUi.module.css'

export function Buttons() {
  return (
    <Card title="ボタン">
      <div className={classes.row}>
        <Button kind="primary">保存</Button>
        <Button kind="secondary" icon={<IconPlus />}>
          検査を作成
        </Button>
        <Button kind="soft" icon={<IconVideo />}>
          参加
        </Button>
        <Button kind="ghost" forward>
          すべて見る
        </Button>
        <Button kind="neutral">キャンセル</Button>
      </div>
      <div className={classes.row}>
        <Button kind="danger" icon={<IconTrash />}>
          削除する
        </Button>
        <Button kind="danger-outline" icon={<IconTrash />}>
          面談を削除
        </Button>
        <Button disabled>確認する</Button>
        <Button kind="primary" loading>
          保存
        </Button>
        <Button kind="secondary" loading icon={<IconPlus />}>
          検査を作成
        </Button>
      </div>
      <div className={classes.row}>
        <Button size="small">小 28</Button>
        <Button>中 36</Button>
        <Button size="large">大 44</Button>
      </div>
    </Card>
  )
}

const colors: IconButtonColor[] = ['accent', 'neutral', 'healthy', 'danger']
const sizes: ControlSize[] = ['small', 'medium', 'large']

export function IconButtons() {
  return (
    <Card title="IconButton" className={classes.wide}>
      <div className={classes.stack}>
        {colors.map((color) => (
          <div key={color} className={classes.row}>
            <span className={classes.name}>{color}</span>
            {sizes.map((size) => (
              <IconButton key={size} label={`編集 ${size}`} icon={<IconPencil />} size={size} color={color} />
            ))}
            {sizes.map((size) => (
              <IconButton key={size} label={`達成 ${size}`} icon={<IconCheck />} size={size} color={color} filled />
            ))}
            <IconButton label="使えません" icon={<IconPencil />} color={color} disabled />
          </div>
        ))}
      </div>
    </Card>
  )
}

export function Fields() {
  const [day, setDay] = useState<string | null>('1968-03-14')
  const [search, setSearch] = useState('')
  const [memo, setMemo] = useState('')
  const [long, setLong] = useState('あ'.repeat(52))
  return (
    <Card title="入力欄" className={classes.wide}>
      <div className={classes.fields}>
        <TextInput label="氏名" required />
        <TextInput label="氏名" required defaultValue="佐伯 恵子" />
        <TextInput label="電話番号" defaultValue="090-0000-1234" error="この電話番号はすでに登録されています" />
        <TextInput label="身長" defaultValue="158.2" unit="cm" hint="小数第1位まで" inputMode="decimal" />
        <DatePicker label="生年月日" value={day} onChange={setDay} max="2026-11-21" />
        <TextInput
          label="パスワード"
          type="password"
          defaultValue="asano-sanpo-30pun"
          autoComplete="off"
          right={<IconButton label="パスワードを表示" icon={<IconEye />} />}
        />
        <TextInput label="施設" defaultValue="東都ミッドタウンクリニック" disabled />
        <SearchInput label="氏名・かな・IDで検索" value={search} onChange={setSearch} />
        <output>{search || '—'}</output>
        <TextArea label="メモ" value={memo} onChange={setMemo} maxLength={500} hint="改行できます" required />
        <TextArea label="メモ" value={long} onChange={setLong} maxLength={50} />
      </div>
    </Card>
  )
}

export function Labels() {
  const [service, setService] = useState<'all' | 'membership' | 'business'>('all')
  return (
    <Card title="バッジ・チップ・タブ">
      <div className={classes.row}>
        <Badge tone="accent">プレミアム</Badge>
        <Badge tone="outline">未確認</Badge>
        <Badge tone="accent" icon={<IconCheck />}>
          結果登録済
        </Badge>
        <Badge tone="danger" icon={<IconAlertTriangle />}>
          薬剤アレルギー
        </Badge>
        <Badge tone="healthy">基準内</Badge>
        <Badge tone="warning">注意</Badge>
        <Badge tone="unknown">未判定</Badge>
        <Badge>その他</Badge>
      </div>
      <div className={classes.row}>
        <RemindBell next_remind_at="2026-11-23T09:00:00+09:00" />
        <UnreadBadge count={3} />
        <UnreadBadge count={99} />
        <UnreadBadge count={128} />
      </div>
      <div className={classes.stack}>
        <Segmented
          label="種別"
          value={service}
          onChange={setService}
          options={[
            { value: 'all', label: 'すべて' },
            { value: 'membership', label: 'メンバー' },
            { value: 'business', label: '法人' },
          ]}
        />
        <TabLinks
          label="記録"
          tabs={[
            { to: '.', end: true, label: '数値', count: 128 },
            { to: 'images', label: '画像・動画' },
            { to: 'symptoms', label: '症状' },
          ]}
        />
        <TabLinks
          label="記録の種類"
          level="second"
          tabs={[
            { to: '.', end: true, label: '数値' },
            { to: 'images', label: '画像・動画' },
          ]}
        />
      </div>
    </Card>
  )
}
