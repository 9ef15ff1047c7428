import { addKarte, changeKarte, type Karte, maxMemoLength } from '@sukoyaka/wire/care/karte'
import { imageTypes } from '@sukoyaka/wire/endpoint'
import { IconHeading, IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ClipboardEvent, type CompositionEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUpload } from '../../../api/upload.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { useImeSafeEnter } from '../../../ui/form/ime.ts'
import { lengthOf } from '../../../ui/form/length.ts'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useFileDrop } from '../../../ui/form/use-file-drop.ts'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../../ui/loading/Skeleton.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { firstEmptyLine, inserted, type Place } from '../place.ts'
import classes from './ComposerForm.module.css'
import { ComposerImages } from './ComposerImages.tsx'
import { DraftState } from './DraftState.tsx'
import { TemplatesMenu } from './TemplatesMenu.tsx'
import { type Draft, useDraft } from './use-draft.ts'
import { usePictures } from './use-pictures.ts'
import { useSubmit } from './use-submit.ts'

const ConflictDialog = lazyNamed(() => import('./ConflictDialog.tsx'), 'ConflictDialog')
const DiscardDialog = lazyNamed(() => import('./DiscardDialog.tsx'), 'DiscardDialog')

type Props = {
  place: Place
  karte?: Karte
  /** Number of visible lines; without it, the text field fills the height. */
  rows?: number
  onSaved?: () => void
}

/** The text field, whose caret starts at the end of a restored draft. `insert` inserts text at the selection. */
const useField = (draft: Draft) => {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const area = field.current
    if (!draft.isReady || !area) return
    area.setSelectionRange(area.value.length, area.value.length)
    // a dialog or pane focuses itself while the draft is loading
    if (document.activeElement === area.closest('dialog, [data-gives-focus]')) area.focus({ preventScroll: true })
  }, [draft.isReady])
  /** Inserts through execCommand so that the browser's undo includes it. The caret is then `back` characters before the end of the inserted text. */
  const insert = (piece: string, isBlock: boolean, back = 0) => {
    const area = field.current
    if (!area) return
    area.focus()
    const next = inserted(draft.writing.memo, area.selectionStart, area.selectionEnd, piece, isBlock)
    if (!document.execCommand?.('insertText', false, next.insertion)) draft.write(next.text)
    requestAnimationFrame(() => area.setSelectionRange(next.at - back, next.at - back))
  }
  return { field, insert }
}

type EditorHandlers = { draft: Draft; onSubmit: () => void; onFiles: (files: readonly File[]) => void }

/** Ctrl or ⌘ with Enter submits, leaving the field saves the draft, pasted files are added, and typing saves nothing during an IME composition. */
const useEditorHandlers = ({ draft, onSubmit, onFiles }: EditorHandlers) => {
  const enter = useImeSafeEnter<HTMLTextAreaElement>((event) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    onSubmit()
  })
  return {
    onKeyDown: enter.onKeyDown,
    onCompositionStart: (event: CompositionEvent<HTMLTextAreaElement>) => {
      enter.onCompositionStart(event)
      draft.compose(true)
    },
    onCompositionEnd: (event: CompositionEvent<HTMLTextAreaElement>) => {
      enter.onCompositionEnd(event)
      draft.compose(false)
    },
    onBlur: () => void draft.flush(),
    onPaste: (event: ClipboardEvent) => pasteFiles(event, onFiles),
  }
}

const pasteFiles = (event: ClipboardEvent, onFiles: (files: readonly File[]) => void) => {
  const files = [...event.clipboardData.files]
  // spreadsheets put a table on the clipboard as text and as an image; the text is pasted
  if (!files.length || event.clipboardData.getData('text/plain')) return
  event.preventDefault()
  onFiles(files)
}

/** Editor for the text and images of a note, saved as a draft while typing. */
export function ComposerForm({ place, karte, rows, onSaved }: Props) {
  const { t } = useTranslation('karte')
  const draft = useDraft(place, karte)
  const pictures = usePictures(place, draft)
  const [isComparing, setComparing] = useState(true)
  const [error, setError] = useState<string>()
  const adding = useUpload(addKarte)
  const changing = useUpload(changeKarte)
  const submitting = useSubmit({ place, karte, draft, add: adding.send, change: changing.send })
  const { field, insert } = useField(draft)
  const box = useRef<HTMLDivElement>(null)
  const { isOver, dropTarget } = useFileDrop(pictures.add)
  const { memo, images } = draft.writing
  const isSending = submitting.isSending || pictures.isSending

  const submit = async () => {
    if (isSending || lengthOf(memo) > maxMemoLength) return field.current?.focus()
    if (pictures.hasFailed) {
      toast.error(t('image.failed'), { text: t('image.failedText') })
      return box.current?.querySelector<HTMLElement>('[data-failed] button')?.focus()
    }
    if (!memo.trim() && !images.length && !karte?.images.length) {
      setError(t('write.empty'))
      return field.current?.focus()
    }
    setComparing(true)
    const failure = await submitting.run()
    setError(failure?.field)
    if (failure?.reason) toast.error(t('write.failed'), { text: failure.reason, onRetry: () => void submit() })
    if (failure) return
    pictures.forget()
    toast.success(t('write.saved'))
    onSaved?.()
  }
  const handlers = useEditorHandlers({ draft, onSubmit: () => void submit(), onFiles: pictures.add })
  if (!draft.isReady) return <Loading draft={draft} />
  return (
    // the button offers the same upload to those who cannot drop files
    <div ref={box} className={clsx(classes.form, rows === undefined && classes.fills, isOver && classes.over)} {...dropTarget}>
      <TextArea
        ref={field}
        label={t('write.memo')}
        hint={memo ? undefined : t('write.hint')}
        {...(rows === undefined ? { fills: true } : { rows })}
        maxLength={maxMemoLength}
        value={memo}
        error={error}
        lang="ja"
        data-autofocus
        readOnly={submitting.isSending}
        onChange={(value) => {
          setError(undefined)
          draft.write(value)
        }}
        {...handlers}
      />
      <ComposerImages images={images} pictures={pictures} />
      <DraftState status={draft.status} isConflict={draft.conflict !== undefined && !isComparing} onCompare={() => setComparing(true)} />
      <div className={classes.foot}>
        <ImageButton onFiles={pictures.add} />
        <IconButton label={t('write.heading')} icon={<IconHeading aria-hidden />} onClick={() => insert('【】', true, 1)} />
        <TemplatesMenu memo={memo} onPick={(body) => insert(body, true, body.length - firstEmptyLine(body))} />
        {draft.writing.draft_id ? <DiscardButton draft={draft} onDiscarded={pictures.forget} onConflict={() => setComparing(true)} /> : null}
        <span className={classes.grow} />
        <Button kind="primary" loading={isSending} onClick={() => void submit()}>
          {t('write.save')}
        </Button>
      </div>
      {isOver ? <DropHint /> : null}
      {isComparing ? <Conflict draft={draft} onClose={() => setComparing(false)} /> : null}
    </div>
  )
}

/** Skeleton or load error of the drafts. The form is rendered only together with its restored draft, because it takes the focus then. */
function Loading({ draft }: { draft: Draft }) {
  const { t } = useTranslation('karte')
  return (
    <QueryView
      query={{ ...draft.drafts, currentData: undefined }}
      error={t('write.loadFailed')}
      skeleton={
        <div className={classes.waiting}>
          <SkeletonLines count={3} />
        </div>
      }
    >
      {() => null}
    </QueryView>
  )
}

function DropHint() {
  const { t } = useTranslation('karte')
  return (
    <p className={classes.drop} aria-hidden>
      {t('write.drop')}
    </p>
  )
}

function Conflict({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  return (
    <Suspense>
      {draft.conflict ? <ConflictDialog conflict={draft.conflict} mine={draft.writing.memo} onDecide={draft.decide} onClose={onClose} /> : null}
    </Suspense>
  )
}

type DiscardProps = { draft: Draft; onDiscarded: () => void; onConflict: () => void }

function DiscardButton(props: DiscardProps) {
  const { t } = useTranslation('karte')
  const [isDiscarding, setDiscarding] = useState(false)
  return (
    <>
      <IconButton label={t('write.discard')} icon={<IconTrash aria-hidden />} onClick={() => setDiscarding(true)} />
      <Suspense>{isDiscarding ? <DiscardDialog {...props} onClose={() => setDiscarding(false)} /> : null}</Suspense>
    </>
  )
}

function ImageButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation('karte')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept={imageTypes.join()}
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <IconButton label={t('write.image')} icon={<IconPhotoPlus aria-hidden />} onClick={() => input.current?.click()} />
    </>
  )
}
