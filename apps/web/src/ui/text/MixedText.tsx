import { useLanguage } from '../date/tokyo.ts'

const letter = '[\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}ー]'
const run = new RegExp(`(${letter}(?:(?:${letter}|[\\p{N}\\p{P}\\s])*${letter})?)`, 'u')

/** A sentence with Japanese names in it, which are marked as Japanese on pages in other languages. */
export function MixedText({ text }: { text: string }) {
  const language = useLanguage()
  if (language === 'ja') return text
  return text.split(run).map((part, at) =>
    at % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position
      <span key={at} lang="ja">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
