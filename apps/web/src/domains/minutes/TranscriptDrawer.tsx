import type { MinutesSentence } from '@sukoyaka/wire/care/interview-minutes'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../ui/layout/Empty.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import classes from './Transcript.module.css'
import { clock } from './words.ts'

type Segment = { speaker: string; text: string; at: number }

/** Full transcript, scrolled to the highlighted source of a sentence. */
export function TranscriptDrawer({ transcript, sentence, onClose }: { transcript: readonly Segment[]; sentence?: MinutesSentence; onClose: () => void }) {
  const { t } = useTranslation('minutes')
  const marked = useRef<HTMLLIElement>(null)
  const source = sentence?.source
  useLayoutEffect(() => {
    // a block body, because scrollIntoView may return a promise, which an effect must not return
    marked.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <Dialog side title={t('transcript')} subtitle={sentence ? <span lang="ja">{sentence.text}</span> : undefined} onClose={onClose}>
      {transcript.length ? (
        <ol className={classes.segments} lang="ja">
          {transcript.map((segment, n) => {
            const isSource = source != null && n >= source.from && n <= source.to
            const isSame = n > 0 && transcript[n - 1]!.speaker === segment.speaker
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: segments are identified by position
              <li key={n} ref={n === source?.from ? marked : undefined} className={isSource ? classes.marked : undefined} aria-current={isSource || undefined}>
                <p className={classes.who}>
                  {isSame ? <span className={classes.same}>{segment.speaker}</span> : <span className={classes.speaker}>{segment.speaker}</span>}
                  <span className={classes.time}>{clock(segment.at)}</span>
                </p>
                <p>{segment.text}</p>
              </li>
            )
          })}
        </ol>
      ) : (
        <Empty title={t('transcript.empty')} />
      )}
    </Dialog>
  )
}
