import type { MinutesSection, MinutesSentence } from '@sukoyaka/wire/care/interview-minutes'
import { IconQuote } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Tooltip } from '../../ui/overlay/Tooltip.tsx'
import classes from './Minutes.module.css'
import { clock, useSectionTitle } from './words.ts'

type Segment = { speaker: string; text: string; at: number }
type Props = { sections: readonly MinutesSection[]; transcript: readonly Segment[]; onSource?: (sentence: MinutesSentence) => void }

/** Sections by sentence; with `onSource`, each sentence links to its source in the transcript or shows that none was found. */
export function MinutesSections({ sections, transcript, onSource }: Props) {
  const title = useSectionTitle()
  return sections.map((section, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: sections have no id and are replaced as a whole
    <section key={at} className={classes.section}>
      <h3 className={classes.heading} lang={section.kind === 'other' ? 'ja' : undefined}>
        {title(section)}
      </h3>
      <ul className={section.kind === 'summary' ? classes.prose : classes.list}>
        {section.sentences.map((sentence, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no id and are replaced as a whole
          <li key={n}>
            <span lang="ja">{sentence.text}</span>
            <SourceButton sentence={sentence} transcript={transcript} onSource={onSource} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function SourceButton({ sentence, transcript, onSource }: { sentence: MinutesSentence } & Pick<Props, 'transcript' | 'onSource'>) {
  const { t } = useTranslation('minutes')
  const segment = sentence.source ? transcript[sentence.source.from] : undefined
  if (!onSource) return null
  if (!segment)
    return (
      <Tooltip label={t('unsourcedHint')}>
        <span className={classes.unsourced}>{t('unsourced')}</span>
      </Tooltip>
    )
  const at = clock(segment.at)
  return (
    <Tooltip label={`${segment.speaker} ${at}「${segment.text.slice(0, 120)}」`}>
      <button type="button" className={classes.source} aria-label={t('sourced', { at })} onClick={() => onSource(sentence)}>
        <IconQuote size={12} aria-hidden />
        {at}
      </button>
    </Tooltip>
  )
}
