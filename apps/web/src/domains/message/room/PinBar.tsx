import { IconChevronDown, IconChevronUp, IconPin } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './PinBar.module.css'
import { PinList, type PinPage } from './PinList.tsx'
import { usePinWords } from './pin-words.ts'

type Props = { pins: PinPage | undefined; onJump: (message_id: number) => void }

/** Messages that staff pinned, at the top of the conversation: the newest pin, and all of them once the bar is expanded. */
export function PinBar({ pins, onJump }: Props) {
  const { t } = useTranslation('message_room')
  const [open, setOpen] = useState(false)
  const id = useId()
  const words = usePinWords()
  const newest = pins?.items[0]
  if (!newest) return null
  return (
    <div className={classes.bar}>
      <button type="button" className={classes.line} aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}>
        <IconPin aria-hidden size={18} />
        <span className="visually-hidden">{t(open ? 'pins.hide' : 'pins.show')}</span>
        <span className={classes.text} lang="ja">
          {words.text(newest)}
        </span>
        <span className={classes.by}>{words.by(newest)}</span>
        {open ? <IconChevronUp aria-hidden size={18} /> : <IconChevronDown aria-hidden size={18} />}
      </button>
      {open ? (
        <div id={id} className={classes.all}>
          <PinList
            pins={pins}
            onJump={(message_id) => {
              setOpen(false)
              onJump(message_id)
            }}
          />
        </div>
      ) : null}
    </div>
  )
}
