import { addressedName, fullName } from '@sukoyaka/rules/person'
import { type Message, maxBodyLength } from '@sukoyaka/wire/care/message'
import { IconSend } from '@tabler/icons-react'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { useImeSafeEnter } from '../../../ui/form/ime.ts'
import { lengthOf } from '../../../ui/form/length.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { partsOf } from '../thread/parts.ts'
import { Attachments } from './Attachments.tsx'
import { parcels } from './attachments.ts'
import classes from './Composer.module.css'
import { ComposerBar, type ToolsPlace } from './ComposerBar.tsx'
import { MentionList } from './MentionList.tsx'
import { stillNamed } from './mention.ts'
import { ReplyStrip, UrgentStrip } from './Strips.tsx'
import { sends } from './send-key.ts'
import { useAttachments } from './use-attachments.ts'
import { useDraft } from './use-draft.ts'
import { useMention } from './use-mention.ts'
import { useSendKey } from './use-send-key.ts'

type Props = {
  outbox: Outbox
  patient_id: number
  me_id: number
  isStaff: boolean
  compact: boolean
  /** Message to reply to; a new `count` triggers the reply again. */
  reply?: { message: Message; count: number }
  tools?: (place: ToolsPlace) => ReactNode
  onSent: () => void
}

const isTouch = () => matchMedia('(pointer: coarse)').matches

/** Message composer. Text is saved as a draft while typing and sent through the outbox. */
export function Composer({ outbox, patient_id, me_id, isStaff, compact, reply, tools, onSent }: Props) {
  const { t } = useTranslation('conversation')
  const language = useLanguage()
  const listId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const composing = useRef(false)
  const { draft, latest, put, clear } = useDraft(me_id, patient_id, () => composing.current)
  const attached = useAttachments(me_id, patient_id)
  const [sendKey, chooseKey] = useSendKey(me_id)
  const [isOver, setOver] = useState(false)
  const { body, reply_to, is_urgent } = draft
  const mention = useMention({
    patient_id,
    body,
    field,
    onPick: (text, { id, last_name, first_name }) =>
      put({ body: text, mentions: [...latest.current.mentions.filter((one) => one.id !== id), { id, last_name, first_name }] }),
  })
  const over = lengthOf(body) - maxBodyLength
  const isEmpty = !body.trim() && !attached.held.length

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per reply request
  useEffect(() => {
    if (!reply) return
    const { id, sender, body: said, images } = reply.message
    const name = isStaff && sender.id === patient_id ? addressedName(sender, language, 'staff') : fullName(sender, language)
    put({ reply_to: { id, name, body: said.slice(0, 100) || t(images.length ? 'said.image' : 'said.file') } })
    field.current?.focus()
  }, [reply?.count])

  const send = () => {
    const { body: words, mentions, ...rest } = latest.current
    const text = words.trimEnd()
    const files = attached.latest()
    if ((!text.trim() && !files.length) || lengthOf(text) > maxBodyLength) return field.current?.focus()
    for (const [at, parcel] of parcels(files).entries())
      void outbox.add(
        at === 0
          ? { ...rest, patient_id, body: text, mentions: stillNamed(text, mentions), content_type: parcel.content_type }
          : { ...rest, patient_id, body: '', mentions: [], reply_to: null, content_type: parcel.content_type },
        parcel.files,
      )
    clear()
    attached.clear()
    mention.leave()
    field.current?.focus()
    onSent()
  }
  const { onKeyDown, onCompositionStart, onCompositionEnd } = useImeSafeEnter<HTMLTextAreaElement>((event) => {
    if (!sends(sendKey, event, isTouch())) return
    event.preventDefault()
    send()
  })
  /** Inserts through execCommand so that the browser's undo includes it. */
  const insert = (text: string) => {
    const own = field.current
    if (!own) return
    own.focus()
    if (!document.execCommand?.('insertText', false, text)) put({ body: body.slice(0, own.selectionStart) + text + body.slice(own.selectionEnd) })
    mention.follow()
  }
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    // spreadsheets put a table on the clipboard as text and as an image; the text is pasted
    if (!files.length || event.clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    void attached.add(files)
  }
  const isFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  const onDrop = (event: DragEvent) => {
    if (!isFiles(event)) return
    event.preventDefault()
    setOver(false)
    void attached.add([...event.dataTransfer.files])
  }
  const bar = {
    isStaff,
    compact,
    is_urgent,
    sendKey,
    onFiles: (files: File[]) => void attached.add(files),
    onInsert: insert,
    onUrgent: () => put({ is_urgent: !is_urgent }),
    onSendKey: chooseKey,
  }
  const isNaming = mention.people.length > 0
  const words = (
    <div className={classes.words}>
      {/* grows with the text and highlights mentions below it */}
      <div className={classes.mirror} aria-hidden="true">
        {partsOf(body, draft.mentions).map((part, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: text segments have no id
          part.person_id === undefined ? part.text : <mark key={at}>{part.text}</mark>,
        )}
        {'\u200b'}
      </div>
      <textarea
        ref={field}
        className={classes.field}
        rows={1}
        value={body}
        placeholder={t('write.label')}
        aria-label={t('write.label')}
        aria-invalid={over > 0 || undefined}
        aria-autocomplete="list"
        aria-controls={isNaming ? listId : undefined}
        aria-activedescendant={isNaming ? `${listId}-${mention.at}` : undefined}
        onChange={(event) => {
          put({ body: event.currentTarget.value })
          mention.follow()
        }}
        onSelect={mention.follow}
        onBlur={mention.leave}
        onPaste={onPaste}
        onKeyDown={(event: KeyboardEvent<HTMLTextAreaElement>) => {
          if (!mention.onKey(event)) onKeyDown(event)
        }}
        onCompositionStart={(event) => {
          composing.current = true
          onCompositionStart(event)
        }}
        onCompositionEnd={(event) => {
          composing.current = false
          onCompositionEnd(event)
        }}
      />
    </div>
  )
  const send_button = compact ? (
    <IconButton label={t('write.send')} icon={<IconSend aria-hidden />} color="accent" filled aria-disabled={isEmpty || undefined} onClick={send} />
  ) : (
    <Button kind="pri" size="small" icon={<IconSend aria-hidden />} aria-disabled={isEmpty || undefined} onClick={send} className={classes.send}>
      {t('write.send')}
    </Button>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: drop target only; the button offers the same upload
    <div
      className={`${classes.composer} ${compact ? classes.compact : ''} ${isOver ? classes.over : ''}`}
      onDragOver={(event) => {
        if (!isFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false)}
      onDrop={onDrop}
    >
      {isNaming ? <MentionList id={listId} people={mention.people} at={mention.at} onPick={mention.pick} /> : null}
      {reply_to ? <ReplyStrip name={reply_to.name} words={reply_to.body} onStop={() => put({ reply_to: null })} /> : null}
      {is_urgent ? <UrgentStrip onStop={() => put({ is_urgent: false })} /> : null}
      <Attachments held={attached.held} onRemove={attached.remove} />
      {isOver ? <p className={classes.drop}>{t('write.drop')}</p> : null}
      {compact ? (
        <div className={classes.line}>
          <ComposerBar {...bar} tools={tools} />
          {words}
          {send_button}
        </div>
      ) : (
        <>
          {words}
          <div className={classes.bar}>
            <ComposerBar {...bar} tools={tools} />
            {send_button}
          </div>
        </>
      )}
      {over > 0 ? (
        <div className={classes.error}>
          <FieldMessage id={`${listId}-over`}>{t('write.tooLong', { max: maxBodyLength.toLocaleString(), count: over })}</FieldMessage>
        </div>
      ) : null}
    </div>
  )
}
