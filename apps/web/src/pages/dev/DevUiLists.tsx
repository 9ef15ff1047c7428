import { useCallback, useState } from 'react'
import { Chart } from '../../ui/chart/Chart.tsx'
import type { ChartColors } from '../../ui/chart/chart-colors.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { EventCard } from '../../ui/layout/EventCard.tsx'
import { OrderedRows } from '../../ui/layout/OrderedRows.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import { Progress } from '../../ui/status/Progress.tsx'
import { Highlight } from '../../ui/text/Highlight.tsx'
import { OwnLines } from '../../ui/text/OwnLines.tsx'
import classes from './DevUi.module.css'

const moved = <T,>(items: readonly T[], from: number, to: number) => {
  const rest = items.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)]
}

export function Lists() {
  const [days, setDays] = useState(['11月27日', '12月4日', '12月11日'])
  return (
    <Card title="並べ替え・出来事・文章">
      <div className={classes.stack}>
        <OrderedRows label="希望日の順" items={days} keyOf={(day) => day} nameOf={(day) => day} onMove={(from, to) => setDays(moved(days, from, to))}>
          {(day) => day}
        </OrderedRows>
        <EventCard label="検査" title="人間ドック" badge={<Badge tone="outline">調整中</Badge>} meta="中村 健一" time="14:00" details={<p>血圧 128/82 mmHg</p>}>
          <p>基準範囲を外れた項目はありません。</p>
        </EventCard>
        <EventCard label="目標" title="一日8,000歩" time="11.21" />
        <Progress value={3} max={8} label="8問中3問" />
        <p>
          <Highlight text="朝食後の血圧が高めでした" q="血圧" />
        </p>
        <OwnLines title="お薬" lines={[{ key: 1, name: 'アムロジピン錠5mg', about: '朝食後' }]} none="登録がありません" />
        <OwnLines title="手術" lines={[]} none="登録がありません" />
      </div>
    </Card>
  )
}

const weights = [61.2, 60.8, 60.1, 59.7]

export function LineChart() {
  const option = useCallback(
    (colors: ChartColors) => ({
      xAxis: { type: 'category' as const, data: ['8月', '9月', '10月', '11月'] },
      yAxis: { type: 'value' as const, min: 58 },
      series: [{ type: 'line' as const, data: weights, lineStyle: { color: colors.line } }],
    }),
    [],
  )
  return (
    <Card title="グラフ">
      <Chart label="体重、8月の61.2 kgから11月の59.7 kgに減少" height={160} option={option} table={<p>{weights.join('、')}</p>} />
    </Card>
  )
}
