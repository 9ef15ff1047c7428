import { IconCopy, IconDots, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button/Button.tsx'
import { DatePicker } from '../../ui/date/DatePicker.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Floating } from '../../ui/overlay/Floating.tsx'
import { MenuButton, type MenuItem } from '../../ui/overlay/MenuButton.tsx'
import { RecordsDialog } from '../../ui/overlay/RecordsDialog.tsx'
import { Tooltip } from '../../ui/overlay/Tooltip.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Lightbox } from '../../ui/picture/Lightbox.tsx'
import classes from './DevUi.module.css'
import { DiseaseSearch } from './DevUiChoices.tsx'

const widths = [480, 640, 1000] as const
type Opened = (typeof widths)[number] | 'side' | 'confirm' | 'records' | 'lightbox'

export function Dialogs() {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <Card title="ダイアログ">
      <div className={classes.row}>
        {widths.map((width) => (
          <Button key={width} onClick={() => setOpened(width)}>
            {width}
          </Button>
        ))}
        <Button onClick={() => setOpened('side')}>side</Button>
        <Button onClick={() => setOpened('confirm')}>面談を削除</Button>
        <Button onClick={() => setOpened('records')}>既往歴</Button>
        <Button onClick={() => setOpened('lightbox')}>画像</Button>
      </div>
      {opened === 'side' || typeof opened === 'number' ? <FormDialog opened={opened} onClose={close} /> : null}
      {opened === 'confirm' ? <DeleteDialog onClose={close} /> : null}
      {opened === 'records' ? <IllnessesDialog onClose={close} /> : null}
      {opened === 'lightbox' ? <Pictures onClose={close} /> : null}
    </Card>
  )
}

function FormDialog({ opened, onClose }: { opened: number | 'side'; onClose: () => void }) {
  const [text, setText] = useState('')
  const [day, setDay] = useState<string | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  return (
    <Dialog
      title="評価を追加"
      subtitle="佐伯 恵子 様"
      width={opened === 'side' ? undefined : (opened as 480)}
      side={opened === 'side'}
      unsaved={text !== ''}
      onClose={onClose}
      onSubmit={onClose}
      footer={(leave) => (
        <>
          <Button kind="danger-outline" icon={<IconTrash aria-hidden />} style={{ marginRight: 'auto' }} onClick={() => setDeleting(true)}>
            削除
          </Button>
          <Button kind="neutral" onClick={leave}>
            キャンセル
          </Button>
          <Button kind="primary" type="submit">
            保存
          </Button>
        </>
      )}
    >
      <TextInput label="メモ" data-autofocus value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <DiseaseSearch label="診断名" />
      <DatePicker label="開始日" value={day} onChange={setDay} />
      <div className={classes.row}>
        <Button onClick={() => toast.success('評価を保存しました', { onUndo: () => toast.info('元に戻しました') })}>通知</Button>
        <Menu />
      </div>
      {isDeleting ? <DeleteDialog onClose={() => setDeleting(false)} /> : null}
    </Dialog>
  )
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  return (
    <ConfirmDialog
      title="面談を削除"
      question="この面談を削除しますか"
      what="2026.11.27（金）14:00 初回面談"
      confirm="面談を削除"
      onConfirm={onClose}
      onClose={onClose}
    />
  )
}

function IllnessesDialog({ onClose }: { onClose: () => void }) {
  const entries = ['高血圧症', '脂質異常症'].map((title, key) => ({ key, title, lines: ['2019.04–'], isOptimistic: key === 1, onEdit: () => undefined }))
  return (
    <RecordsDialog
      title="既往歴"
      onClose={onClose}
      groups={[
        { key: 'own', title: '本人', add: { label: '追加', onClick: () => undefined }, none: '登録がありません', entries },
        { key: 'family', title: '家族', none: '登録がありません', entries: [] },
      ]}
    />
  )
}

const pictures = ['/images/noImage.svg', '/favicon.svg'].map((src, index) => ({ src, originalSrc: src, name: `画像${index + 1}` }))

function Pictures({ onClose }: { onClose: () => void }) {
  const [index, setIndex] = useState(0)
  return <Lightbox title="腹部超音波" pictures={pictures} index={index} onMove={setIndex} onClose={onClose} onExpired={() => undefined} />
}

function Menu() {
  const [done, setDone] = useState('')
  const items: MenuItem[] = [
    { key: 'copy', label: 'コピー', icon: <IconCopy aria-hidden />, onPick: () => setDone('コピー') },
    { key: 'pin', label: '固定', onPick: () => setDone('固定') },
    { key: 'more', heading: '管理' },
    { key: 'edit', label: 'Edit', lang: 'en', onPick: () => setDone('Edit') },
    { key: 'remove', label: '削除', icon: <IconTrash aria-hidden />, isDanger: true, onPick: () => setDone('削除') },
  ]
  return (
    <>
      <MenuButton label="操作" icon={<IconDots aria-hidden />} items={items} />
      <output aria-label="選んだ操作">{done}</output>
    </>
  )
}

export function Popovers() {
  const anchor = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title="メニューと吹き出し">
      <div className={classes.row}>
        <Menu />
        <span ref={anchor}>
          <Button aria-expanded={isOpen} aria-haspopup="dialog" onClick={() => setOpen(!isOpen)}>
            既読 3
          </Button>
        </span>
        {isOpen ? (
          <Floating anchor={anchor} label="読んだ人" onClose={() => setOpen(false)}>
            <p>中村 健一、小林 美咲、石井 翔太</p>
            <Button size="small">すべて見る</Button>
          </Floating>
        ) : null}
        <Tooltip label="次の検査の前に、食事の記録をもう一度確かめてください。">
          <button type="button">食事の記録</button>
        </Tooltip>
      </div>
    </Card>
  )
}
