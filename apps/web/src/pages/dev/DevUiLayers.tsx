import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../ui/button/Button.tsx'
import { Combobox } from '../../ui/choice/Combobox.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import classes from './DevUi.module.css'

const widths = [480, 640, 1000] as const
type Opened = (typeof widths)[number] | 'side'

export function Dialogs() {
  const [opened, setOpened] = useState<Opened>()
  const [text, setText] = useState('')
  const close = () => {
    setText('')
    setOpened(undefined)
  }
  return (
    <Card title="ダイアログ">
      <div className={classes.row}>
        {widths.map((width) => (
          <Button key={width} onClick={() => setOpened(width)}>
            {width}
          </Button>
        ))}
        <Button onClick={() => setOpened('side')}>side</Button>
      </div>
      {opened ? (
        <Dialog
          title="評価を追加"
          subtitle="佐伯 恵子 様"
          width={opened === 'side' ? undefined : opened}
          side={opened === 'side'}
          unsaved={text !== ''}
          onClose={close}
          onSubmit={close}
          footer={(leave) => (
            <>
              <Button kind="dan-o" icon={<IconTrash aria-hidden />} style={{ marginRight: 'auto' }} onClick={close}>
                削除
              </Button>
              <Button kind="neutral" onClick={leave}>
                キャンセル
              </Button>
              <Button kind="pri" type="submit">
                保存
              </Button>
            </>
          )}
        >
          <TextInput label="メモ" data-autofocus value={text} onChange={(event) => setText(event.currentTarget.value)} />
        </Dialog>
      ) : null}
    </Card>
  )
}

const known = ['高血圧症', '脂質異常症', '2型糖尿病', '骨粗鬆症', '睡眠時無呼吸症候群']

export function Searching() {
  const [text, setText] = useState('')
  const found = known.filter((name) => name.includes(text.trim()))
  return (
    <Card title="検索して選ぶ">
      <Combobox
        label="病名"
        text={text}
        onText={setText}
        options={found.map((name) => ({ key: name, value: name, content: name }))}
        onPick={setText}
        status={`${found.length}件`}
        hint="高・症・糖 など"
      />
    </Card>
  )
}
