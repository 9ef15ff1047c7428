import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { SearchInput } from '../../../ui/form/SearchInput.tsx'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { isMessageQuery } from '../../../ui/text/search-excerpt.ts'
import { MessageHits } from './MessageHits.tsx'
import classes from './RoomSearch.module.css'

const debounceMs = 250

type Props = {
  patient_id: number
  to: (patient_id: number, message_id: number) => string
  /** Opens the result in the chat window. */
  onOpen?: (message_id: number) => void
  onClose: () => void
}

/** Search within one conversation. The results are shown on top of the conversation; a click on a result closes the search and jumps to its message. */
export function RoomSearch({ patient_id, to, onOpen, onClose }: Props) {
  const { t } = useTranslation('message_room')
  const [text, setText] = useState('')
  const q = useDebounced(text, debounceMs)
  const id = useId()
  useEffect(() => document.getElementById(id)?.focus(), [id])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    event.preventDefault()
    onClose()
  }
  const open = onOpen && ((_: number, message_id: number) => onOpen(message_id))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the topmost layer
    <div className={classes.search} onKeyDown={onKeyDown}>
      <div className={classes.field}>
        <SearchInput id={id} label={t('search.inRoom')} value={text} onChange={setText} />
        <IconButton label={t('search.close')} icon={<IconX aria-hidden />} onClick={onClose} />
      </div>
      <div className={classes.hits}>
        {isMessageQuery(q) ? (
          <MessageHits q={q} patient_id={patient_id} to={to} onPick={onClose} onOpen={open} />
        ) : (
          <p className={classes.short}>{t('search.short')}</p>
        )}
      </div>
    </div>
  )
}
