import { addressedName, fullName } from '@sukoyaka/rules/person'
import { type Message, maxBodyLength } from '@sukoyaka/wire/care/message'
import { IconSend } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ClipboardEvent, type ComponentProps, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { useImeSafeEnter } from '../../../ui/form/ime.ts'
import { lengthOf } from '../../../ui/form/length.ts'
import { useFileDrop } from '../../../ui/form/use-file-drop.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { partsOf } from '../thread/parts.ts'
import { Attachments } from './Attachments.tsx'
import { splitByType } from './attachments.ts'
import classes from './Composer.module.css'
import { ComposerBar, type ComposerToolProps } from './ComposerBar.tsx'
import type { Draft } from './draft.ts'
import { MentionList } from './MentionList.tsx'
import { mentionedIn } from './mention.ts'
import { ReplyStrip, UrgentStrip } from './Strips.tsx'
import { type SendKey, sends } from './send-key.ts'
import { useAttachments } from './use-attachments.ts'
import { useDraft } from './use-draft.ts'
import { useMention } from './use-mention.ts'
import { useSendKey } from './use-send-key.ts'

type Props = {
  field: RefObject<HTMLTextAreaElement | null>
  outbox: Outbox
  patient_id: number
  me_id: number
  isStaff: boolean
  compact: boolean
  /** Message to reply to; each new `count` starts a reply. `onReplied` is called once the draft quotes it: a composer mounted later does not start it again. */
  reply?: { message: Message; count: number }
  onReplied: () => void
  tools?: (place: ComposerToolProps) => ReactNode
  /** Opens the note composer in place of this one. */
  onNote?: (() => void) | undefined
  onSent: () => void
}

const isTouch = () => matchMedia('(pointer: coarse)').matches

/** One message per content type of `splitByType`; the first message has the text, its mentions and the quoted message. */
const messagesOf = ({ body, mentions, ...rest }: Draft, files: readonly File[]) =>
  splitByType(files).map(({ content_type, files }, at) => ({
    files,
    message:
      at === 0 ? { ...rest, body, mentions: mentionedIn(body, mentions), content_type } : { ...rest, body: '', mentions: [], reply_to: null, content_type },
  }))

type KeyOptions = { mention: ReturnType<typeof useMention>; composing: RefObject<boolean>; sendKey: SendKey; onSend: () => void }

/** Key handlers of the text field. A key that the mention list uses does not send. `composing` is true during IME composition. */
const useKeyHandlers = ({ mention, composing, sendKey, onSend }: KeyOptions): ComponentProps<'textarea'> => {
  const enter = useImeSafeEnter<HTMLTextAreaElement>((event) => {
    if (!sends(sendKey, event, isTouch())) return
    event.preventDefault()
    onSend()
  })
  return {
    onKeyDown: (event) => {
      if (!mention.onKey(event)) enter.onKeyDown(event)
    },
    onCompositionStart: (event) => {
      composing.current = true
      enter.onCompositionStart(event)
    },
    onCompositionEnd: (event) => {
      composing.current = false
      enter.onCompositionEnd(event)
    },
  }
}

/** Calls `onReply` with the quoted message, once for each request to reply. */
const useReply = (reply: Props['reply'], isStaff: boolean, patient_id: number, onReply: (reply_to: NonNullable<Draft['reply_to']>) => void) => {
  const { t } = useTranslation('conversation')
  const language = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per request
  useEffect(() => {
    if (!reply) return
    const { id, sender, body, images } = reply.message
    const name = isStaff && sender.id === patient_id ? addressedName(sender, language, 'staff') : fullName(sender, language)
    onReply({ id, name, body: body.slice(0, 100) || t(images.length ? 'said.image' : 'said.file') })
  }, [reply?.count])
}

/** Inserts through execCommand so that the browser's undo includes it. If execCommand is missing or fails, `onText` gets the changed text. */
const insertAtSelection = (field: HTMLTextAreaElement, text: string, onText: (changed: string) => void) => {
  field.focus()
  if (document.execCommand?.('insertText', false, text)) return
  onText(field.value.slice(0, field.selectionStart) + text + field.value.slice(field.selectionEnd))
}

/** Message composer. Text is saved as a draft while typing and sent through the outbox. */
export function Composer({ field, outbox, patient_id, me_id, isStaff, compact, reply, onReplied, tools, onNote, onSent }: Props) {
  const { t } = useTranslation('conversation')
  const listId = useId()
  const composing = useRef(false)
  const { draft, latest, put, clear } = useDraft(me_id, patient_id, () => composing.current)
  const attached = useAttachments(me_id, patient_id)
  const [isUsed, setUsed] = useState(false)
  const [sendKey, chooseKey] = useSendKey(me_id, isUsed)
  const addFiles = (files: readonly File[]) => void attached.add(files)
  const { isOver, dropTarget } = useFileDrop(addFiles)
  const place = { ...dropTarget, onFocus: () => setUsed(true) }
  const { body, reply_to, is_urgent } = draft
  const mention = useMention({
    patient_id,
    body,
    field,
    onPick: (text, { id, last_name, first_name }) =>
      put({ body: text, mentions: [...latest.current.mentions.filter((person) => person.id !== id), { id, last_name, first_name }] }),
  })
  const over = lengthOf(body) - maxBodyLength

  useReply(reply, isStaff, patient_id, (reply_to) => {
    put({ reply_to })
    field.current?.focus()
    onReplied()
  })

  const send = () => {
    const body = latest.current.body.trimEnd()
    const files = attached.latest()
    if ((!body.trim() && !files.length) || lengthOf(body) > maxBodyLength) return field.current?.focus()
    for (const { message, files: own } of messagesOf({ ...latest.current, body }, files)) void outbox.add({ ...message, patient_id }, own)
    clear()
    attached.clear()
    mention.close()
    field.current?.focus()
    onSent()
  }
  const keyHandlers = useKeyHandlers({ mention, composing, sendKey, onSend: send })
  const insert = (text: string) => {
    if (!field.current) return
    insertAtSelection(field.current, text, (changed) => put({ body: changed }))
    mention.readCaret()
  }
  const onUrgent = () => put({ is_urgent: !is_urgent })
  const barProps = { isStaff, compact, is_urgent, sendKey, tools, onFiles: addFiles, onInsert: insert, onUrgent, onSendKey: chooseKey, onNote }
  const words = (
    <WordsField
      field={field}
      draft={draft}
      mention={mention}
      listId={listId}
      isTooLong={over > 0}
      keyHandlers={keyHandlers}
      onText={(text) => put({ body: text })}
      onFiles={addFiles}
    />
  )
  return (
    <div className={clsx(classes.composer, compact && classes.compact, isOver && classes.over)} {...place}>
      {mention.people.length ? <MentionList id={listId} people={mention.people} at={mention.at} onPick={mention.pick} /> : null}
      {reply_to ? <ReplyStrip name={reply_to.name} words={reply_to.body} onStop={() => put({ reply_to: null })} /> : null}
      {is_urgent ? <UrgentStrip onStop={() => put({ is_urgent: false })} /> : null}
      <Attachments attachments={attached.held} onRemove={attached.remove} />
      {isOver ? <p className={classes.drop}>{t('write.drop')}</p> : null}
      <ComposerLayout
        compact={compact}
        bar={<ComposerBar {...barProps} />}
        words={words}
        sendButton={<SendButton compact={compact} isEmpty={!body.trim() && !attached.held.length} onSend={send} />}
      />
      {over > 0 ? <TooLong id={`${listId}-over`} over={over} /> : null}
    </div>
  )
}

type LayoutProps = { compact: boolean; bar: ReactNode; words: ReactNode; sendButton: ReactNode }

/** In the chat window everything is in one line; elsewhere the bar is below the text. */
function ComposerLayout({ compact, bar, words, sendButton }: LayoutProps) {
  return compact ? (
    <div className={classes.line}>
      {bar}
      {words}
      {sendButton}
    </div>
  ) : (
    <>
      {words}
      <div className={classes.bar}>
        {bar}
        {sendButton}
      </div>
    </>
  )
}

function TooLong({ id, over }: { id: string; over: number }) {
  const { t } = useTranslation('conversation')
  return (
    <div className={classes.error}>
      <FieldMessage id={id}>{t('write.tooLong', { max: maxBodyLength.toLocaleString(), count: over })}</FieldMessage>
    </div>
  )
}

type WordsFieldProps = {
  field: RefObject<HTMLTextAreaElement | null>
  draft: Draft
  mention: ReturnType<typeof useMention>
  listId: string
  isTooLong: boolean
  keyHandlers: ComponentProps<'textarea'>
  onText: (text: string) => void
  onFiles: (files: readonly File[]) => void
}

/** Text field that grows with its text. A copy of the text behind the field highlights the mentions. */
function WordsField({ field, draft, mention, listId, isTooLong, keyHandlers, onText, onFiles }: WordsFieldProps) {
  const { t } = useTranslation('conversation')
  const hasSuggestions = mention.people.length > 0
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    // spreadsheets put a table on the clipboard as text and as an image; the text is pasted
    if (!files.length || event.clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    onFiles(files)
  }
  return (
    <div className={classes.words}>
      <div className={classes.mirror} aria-hidden="true">
        {partsOf(draft.body, draft.mentions).map((part, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: text segments have no id
          part.person_id === undefined ? part.text : <mark key={at}>{part.text}</mark>,
        )}
        {'\u200b'}
      </div>
      <textarea
        ref={field}
        className={classes.field}
        rows={1}
        value={draft.body}
        placeholder={t('write.label')}
        aria-label={t('write.label')}
        aria-invalid={isTooLong || undefined}
        aria-autocomplete="list"
        aria-controls={hasSuggestions ? listId : undefined}
        aria-activedescendant={hasSuggestions ? `${listId}-${mention.at}` : undefined}
        onChange={(event) => {
          onText(event.currentTarget.value)
          mention.readCaret()
        }}
        onSelect={mention.readCaret}
        onBlur={mention.close}
        onPaste={onPaste}
        {...keyHandlers}
      />
    </div>
  )
}

function SendButton({ compact, isEmpty, onSend }: { compact: boolean; isEmpty: boolean; onSend: () => void }) {
  const { t } = useTranslation('conversation')
  return compact ? (
    <IconButton label={t('write.send')} icon={<IconSend aria-hidden />} color="accent" filled aria-disabled={isEmpty || undefined} onClick={onSend} />
  ) : (
    <Button kind="primary" size="small" icon={<IconSend aria-hidden />} aria-disabled={isEmpty || undefined} onClick={onSend} className={classes.send}>
      {t('write.send')}
    </Button>
  )
}
