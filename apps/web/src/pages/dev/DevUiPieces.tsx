import { clsx } from 'clsx'
import { useState } from 'react'
import { BandPicture } from '../../domains/account/BandPicture.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { RangeBar } from '../../ui/chart/RangeBar.tsx'
import { Sparkline } from '../../ui/chart/Sparkline.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Empty, ErrorState } from '../../ui/layout/Empty.tsx'
import { ResizablePanel } from '../../ui/layout/ResizablePanel.tsx'
import { SkeletonLines, SkeletonRows } from '../../ui/loading/Skeleton.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Avatar } from '../../ui/status/Avatar.tsx'
import { Flag } from '../../ui/status/Flag.tsx'
import type { Status } from '../../ui/status/marks.tsx'
import { StatusMark } from '../../ui/status/StatusMark.tsx'
import classes from './DevUi.module.css'

const scaleNames = { accent: '常磐', neutral: '生成り', healthy: '若竹', warning: '山吹', danger: '茜', unknown: '縹' }
const steps = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

export function Scales() {
  return (
    <Card title="色の階調" className={classes.wide}>
      <div className={classes.stack}>
        {Object.entries(scaleNames).map(([name, kanji]) => (
          <div key={name} className={classes.scale}>
            <span>
              <b>{name}</b> {kanji}
            </span>
            {steps.map((step) => (
              <i key={step} style={{ background: `var(--${name}-${step})` }} />
            ))}
          </div>
        ))}
      </div>
    </Card>
  )
}

const statuses: Status[] = [0, 2, 1, undefined]

export function Statuses() {
  return (
    <Card title="状態の形とラベル">
      <div className={classes.row}>
        {statuses.map((status) => (
          <StatusMark key={String(status)} status={status} audience="staff" withWord={false} size={16} />
        ))}
        {statuses.map((status) => (
          <StatusMark key={String(status)} status={status} audience="staff" />
        ))}
      </div>
      <div className={classes.row}>
        {statuses.map((status) => (
          <StatusMark key={String(status)} status={status} audience="patient" direction="high" />
        ))}
        <StatusMark status={1} audience="patient" direction="low" />
        <StatusMark status={2} audience="patient" />
        <StatusMark status={1} audience="patient" />
      </div>
      <div className={classes.row}>
        162 <Flag direction="high" /> 128 <Flag direction="high" status={2} /> 38 <Flag direction="low" />
      </div>
    </Card>
  )
}

const days = ['2022-04-12', '2023-04-20', '2024-05-08', '2025-11-02', '2026-04-15', '2026-10-14']
const history = (values: number[], status: Status) => values.map((value, index) => ({ recorded_at: `${days[index]}T00:00:00+09:00`, value, status }))
const rows: { value: number; status: Status; values: number[] }[] = [
  { value: 88, status: 0, values: [98, 100, 104, 84, 86, 88] },
  { value: 128, status: 2, values: [110, 112, 116, 120, 124, 128] },
  { value: 162, status: 1, values: [104, 106, 112, 154, 158, 162] },
  { value: 40, status: undefined, values: [40] },
]

export function Charts() {
  return (
    <Card title="基準範囲の帯">
      <div className={classes.stack}>
        {rows.map((row) => (
          <div key={row.value} className={classes.row}>
            <RangeBar
              value={row.value}
              status={row.status}
              band={{ min: 60, max: 119 }}
              low={40}
              high={200}
              width={140}
              label={`${row.value}、基準範囲60–119`}
            />
            <span className={classes.value}>{row.value}</span>
            <Sparkline
              points={history(row.values, row.status)}
              band={{ min: 60, max: 119 }}
              label={`LDLコレステロール、${row.values.length}回、最新${row.value}`}
            />
          </div>
        ))}
        <Sparkline points={history([62, 60, 58, 55, 52, 50], 2)} band={{ min: 90, max: null }} label="帯が目盛りの外にあるとき" />
      </div>
    </Card>
  )
}

export function People() {
  return (
    <Card title="人">
      <div className={classes.row}>
        {['佐伯', '𠮷田', '葛󠄀城', 'Smith', '김'].map((last_name, id) => (
          <Avatar key={last_name} person={{ id, last_name, role: 'patient' }} size={40} />
        ))}
      </div>
      <div className={classes.row}>
        {[24, 28, 32, 36, 48, 56].map((size) => (
          <Avatar key={size} person={{ id: size, last_name: '高梨', role: 'doctor' }} size={size} />
        ))}
      </div>
    </Card>
  )
}

export function States() {
  return (
    <>
      <Card title="空の状態">
        <Empty title="異常・注意の結果はありません" text="最新の検査 2026.10.14 はすべて基準範囲内です。" action={<Button size="small">検査を作成</Button>} />
      </Card>
      <Card title="通信">
        <ErrorState onRetry={() => toast.info('再試行しました')} />
      </Card>
      <Card title="読み込み中" busy flush>
        <SkeletonRows count={3} />
        <div style={{ padding: 20 }}>
          <SkeletonLines />
        </div>
      </Card>
      <Card title="通知">
        <div className={classes.row}>
          <Button onClick={() => toast.success('保存しました')}>success</Button>
          <Button
            onClick={() =>
              toast.error('メッセージを送信できませんでした', {
                text: '通信状況を確認して、もう一度お試しください。',
                onRetry: () => toast.success('送信しました'),
              })
            }
          >
            error
          </Button>
          <Button onClick={() => toast.info('面談を解決しました', { onUndo: () => toast.info('元に戻しました') })}>info</Button>
        </div>
      </Card>
    </>
  )
}

export function Panel() {
  const [width, setWidth] = useState(200)
  const [open, setOpen] = useState(true)
  return (
    <Card title="幅を変えられる一覧" className={classes.wide}>
      <div className={classes.panel}>
        <ResizablePanel side="right" width={width} onWidthChange={setWidth} open={open} onOpenChange={setOpen} label="患者一覧">
          <p>{width}px</p>
        </ResizablePanel>
        <p>本文</p>
      </div>
    </Card>
  )
}

export function SignInPicture() {
  return (
    <div className={clsx(classes.picture, classes.wide)}>
      <BandPicture />
    </div>
  )
}
