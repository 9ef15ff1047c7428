import { addDays } from '@sukoyaka/rules/time'
import { useState } from 'react'
import { DatePicker } from '../../ui/date/DatePicker.tsx'
import { DateText } from '../../ui/date/DateText.tsx'
import { MonthDays, UnavailableLegend } from '../../ui/date/MonthDays.tsx'
import { PartialDayInput } from '../../ui/form/PartialDayInput.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import classes from './DevUi.module.css'

export function Dates() {
  const instant = '2026-11-21T00:04:00Z'
  const [since, setSince] = useState('2019.4')
  return (
    <Card title="日付">
      <div className={classes.stack}>
        <DateText value={instant} />
        <DateText value={instant} weekday />
        <DateText value={instant} weekday time />
        <DateText value={instant} time year={false} />
        <DateText value="2026-04-01" yearMonth />
        <PartialDayInput label="発症" value={since} onChange={setSince} hint />
      </div>
    </Card>
  )
}

export function DateFields() {
  const [birthday, setBirthday] = useState<string | null>('1968-03-14')
  const [due, setDue] = useState<string | null>(null)
  return (
    <Card title="日付の入力" className={classes.wide}>
      <div className={classes.fields}>
        <DatePicker label="誕生日" value={birthday} onChange={setBirthday} max="2026-12-20" required />
        <DatePicker label="期限" value={due} onChange={setDue} min="2026-11-20" max="2026-12-10" hint="12月10日まで" />
        <DatePicker label="検査日" value={null} onChange={() => undefined} error="検査日を入力してください" />
        <DatePicker label="登録日" value="2026-11-21" onChange={() => undefined} disabled />
      </div>
    </Card>
  )
}

const first = '2026-11-16'
const reasonOf = (day: string) => (day === '2026-11-23' ? '祝日のため予約できません' : day === '2026-11-25' ? '空きがありません' : undefined)

/** Up to three days, numbered in the order of the clicks. */
export function MonthOfDays() {
  const [picked, setPicked] = useState<string[]>([addDays(first, 2)])
  const pick = (day: string) => setPicked(picked.includes(day) ? picked.filter((other) => other !== day) : [...picked, day].slice(-3))
  return (
    <Card title="希望日">
      <MonthDays
        label="希望日"
        numbered={new Map(picked.map((day, index) => [day, index + 1]))}
        unavailableReason={reasonOf}
        onPick={pick}
        min={first}
        max="2027-01-31"
      />
      <UnavailableLegend>予約できない日</UnavailableLegend>
    </Card>
  )
}
