import { useState } from 'react'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { Combobox } from '../../ui/choice/Combobox.tsx'
import { RadioCards } from '../../ui/choice/RadioCards.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { SelectField } from '../../ui/choice/SelectField.tsx'
import { Switch } from '../../ui/choice/Switch.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Chips } from '../../ui/layout/Chips.tsx'
import { FilterBar, FilterSelect, FilterSwitch } from '../../ui/layout/FilterBar.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import classes from './DevUi.module.css'

const services = [
  { value: 'all', label: 'すべて' },
  { value: 'membership', label: 'メンバー' },
  { value: 'business', label: '法人' },
] as const
type Service = (typeof services)[number]['value']

export function Choices() {
  const [service, setService] = useState<Service>('all')
  const [isOn, setOn] = useState(false)
  const [facility, setFacility] = useState('1')
  return (
    <Card title="チェック・スイッチ・選択" className={classes.wide}>
      <div className={classes.row}>
        <Checkbox label="主治医のみ" defaultChecked />
        <Checkbox label="利用規約に同意する" error="同意が必要です" />
        <Checkbox label="選べません" disabled defaultChecked />
        <Switch checked={isOn} onChange={setOn}>
          所見ありのみ
        </Switch>
      </div>
      <div className={classes.fields}>
        <div>
          <Segmented label="種別" value={service} onChange={setService} options={services} errorId="service-error" />
          <p id="service-error">種別を確かめてください</p>
        </div>
        <SelectField label="施設" value={facility} onChange={setFacility} required>
          <option value="1">東都ミッドタウンクリニック</option>
          <option value="2">みなと健診センター</option>
        </SelectField>
        <SelectField label="装置" value="" onChange={() => undefined} error="装置を選んでください">
          <option value="">未選択</option>
        </SelectField>
      </div>
      <FilterBar>
        <FilterSelect label="並び" value={service} onChange={(value) => setService(value as Service)}>
          {services.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </FilterSelect>
        <FilterSwitch label="異常のみ" count="12" checked={isOn} onChange={setOn} />
      </FilterBar>
    </Card>
  )
}

type Course = 'standard' | 'brain'
const courses = [
  {
    value: 'standard',
    title: '人間ドック',
    text: '半日で終わります',
    badge: <Badge tone="accent">プランに含む</Badge>,
    more: { label: '人間ドックの内容', content: '血液、胸部X線、腹部超音波' },
  },
  { value: 'brain', title: '脳ドック', text: 'MRIを含みます' },
] as const

export function Cards() {
  const [course, setCourse] = useState<Course | null>(null)
  const [kind, setKind] = useState<Service | null>(null)
  const [kinds, setKinds] = useState<Service[]>(['membership'])
  return (
    <Card title="カードとチップで選ぶ">
      <div className={classes.stack}>
        <RadioCards label="コース" value={course} onChange={setCourse} cards={courses} />
        <RadioCards label="別のコース" value={course} onChange={setCourse} cards={courses} columns={2} error="コースを選んでください" />
        <Chips label="区分" options={services} value={kind} onChange={setKind} required hint="一つ選びます" error={kind ? undefined : '区分を選んでください'} />
        <Chips label="対象" many options={services} value={kinds} onChange={setKinds} />
      </div>
    </Card>
  )
}

const known = ['高血圧症', '脂質異常症', '2型糖尿病', '骨粗鬆症', '睡眠時無呼吸症候群']

export function DiseaseSearch({ label }: { label: string }) {
  const [text, setText] = useState('')
  const [picked, setPicked] = useState('')
  const found = known.filter((name) => name.includes(text.trim()))
  return (
    <>
      <Combobox
        label={label}
        text={text}
        onText={setText}
        options={found.map((name) => ({ key: name, value: name, content: name }))}
        onPick={(name) => {
          setText(name)
          setPicked(name)
        }}
        status={`${found.length}件`}
        hint="高・症・糖 など"
      />
      <output aria-label={`選んだ${label}`}>{picked}</output>
    </>
  )
}

export function Searching() {
  return (
    <Card title="検索して選ぶ">
      <DiseaseSearch label="病名" />
      <Combobox label="担当者" text="" onText={() => undefined} options={[]} onPick={() => undefined} status="" required error="担当者を選んでください" busy />
    </Card>
  )
}
