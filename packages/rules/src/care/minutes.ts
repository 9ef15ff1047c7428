import type { MinutesSectionKind } from '@sukoyaka/wire/care/interview-minutes'
import { fold } from '../fold.ts'

/** Transcript segment; `at` is in seconds. */
export type Segment = { speaker: string; text: string; at: number }
/** Indexes of the first and the last transcript segment that support a sentence. */
export type Source = { from: number; to: number }

export type NotesSection = { kind: MinutesSectionKind; title: string; sentences: string[] }

const kindPatterns: [MinutesSectionKind, RegExp][] = [
  ['decisions', /決ま|決定|合意|方針|decision|agreed|결정/],
  ['next', /次回|次に|確認|宿題|予定|アクション|next|follow|to-?do|action|다음/],
  ['summary', /要約|要点|概要|まとめ|サマリ|summary|overview|key point|요약|개요/],
]
const kindOf = (title: string): MinutesSectionKind => kindPatterns.find(([, pattern]) => pattern.test(fold(title)))?.[0] ?? 'other'

const heading = /^(?:#{1,6}\s+(.{1,100}?)\s*#*|\*\*(.{1,100}?)\*\*[:：]?|【(.{1,100}?)】|■\s*(.{1,100}?))$/
const bullet = /^(?:[-*+•・]|\d{1,3}[.)、])\s*/
// removes Markdown markup and keeps its text
const stripMarkdown = (line: string) =>
  line
    .replace(/\[([^\]]{1,300})\]\([^)\s]{0,2000}\)/g, '$1')
    .replace(/\*\*|__|`/g, '')
    .trim()

const maxSentenceLength = 500
/** Splits a line into sentences. */
export const sentencesOf = (line: string): string[] => {
  const found: string[] = []
  let rest = ''
  const characters = [...line]
  for (const [index, character] of characters.entries()) {
    rest += character
    const next = characters[index + 1]
    const ends = /[。！？]/.test(character) ? next !== '」' && next !== '）' : /[.!?]/.test(character) && (next === undefined || next === ' ')
    if (ends || rest.length >= maxSentenceLength) {
      found.push(rest.trim())
      rest = ''
    }
  }
  return [...found, rest.trim()].filter(Boolean)
}

/**
 * Splits generated notes into sections of sentences. Text before the first heading is the summary. Sections of the same kind are merged, those of the kind
 * `other` only if their titles are equal.
 */
export const sectionsOf = (notes: string): NotesSection[] => {
  const sections: NotesSection[] = []
  const open = (kind: MinutesSectionKind, title: string) => {
    const existing = sections.find((writtenSection) => writtenSection.kind === kind && (kind !== 'other' || writtenSection.title === title))
    if (existing) return existing
    const created = { kind, title: kind === 'other' ? title : '', sentences: [] }
    sections.push(created)
    return created
  }
  let section: NotesSection | undefined
  for (const raw of notes.replace(/\r\n?/g, '\n').split('\n')) {
    const line = raw.trim()
    const found = heading.exec(line)
    if (found) {
      const title = stripMarkdown(found.slice(1).find(Boolean) ?? '')
      section = open(kindOf(title), title)
      continue
    }
    const isBullet = bullet.test(line)
    const text = stripMarkdown(line.replace(bullet, ''))
    if (!text || /^[-*_=]{3,}$/.test(line)) continue
    section ??= open('summary', '')
    section.sentences.push(...(isBullet && text.length <= maxSentenceLength ? [text] : sentencesOf(text)))
  }
  return sections.filter(({ sentences }) => sentences.length)
}

// kana-only bigrams such as する, ます, こと occur everywhere and bigrams with a particle carry no meaning
const kanaOnly = /^[ぁ-ゖー]+$/
const withParticle = /[はがをにでともへや]/
const stopWords = /^(the|and|for|that|with|this|was|were|has|have|had|are|you|will|not|but|from|they|she|his|her|its|about|also)$/
const digits: Record<string, string> = { 〇: '0', 一: '1', 二: '2', 三: '3', 四: '4', 五: '5', 六: '6', 七: '7', 八: '8', 九: '9' }
const tokenPattern = /\d+(?:[.:]\d+)?[^\s\da-zぁ-ゖ、。,!?！？「」（）()・/／-]?|[a-z]+|[^\s\da-z.:、。,!?！？「」（）()・/／-]+/g

/** Tokens for matching two texts: Latin words, numbers with their unit, and, of all other characters, bigrams and sequences of four kana. */
const tokensOf = (text: string): Set<string> => {
  const tokens = new Set<string>()
  const folded = fold(text).replace(/[〇一二三四五六七八九]/g, (digit) => digits[digit]!)
  for (const run of folded.match(tokenPattern) ?? []) {
    if (/^\d/.test(run)) tokens.add(run)
    else if (/^[a-z]/.test(run)) {
      if (run.length > 2 && !stopWords.test(run)) tokens.add(run)
    } else {
      const characters = [...run]
      for (let i = 0; i + 1 < characters.length; i++) {
        const pair = characters[i]! + characters[i + 1]!
        if (!kanaOnly.test(pair) && !withParticle.test(pair)) tokens.add(pair)
      }
      // a sequence of four kana is more likely to be a word than a pair
      for (const kana of run.match(/[ぁ-ゖー]{4,}/g) ?? []) {
        const kanaCharacters = [...kana]
        for (let i = 0; i + 3 < kanaCharacters.length; i++) tokens.add(kanaCharacters.slice(i, i + 4).join(''))
      }
    }
  }
  return tokens
}

/** Min score of a match; below it no source is shown. */
const threshold = 0.34
const minSharedTokens = 2
const maxWindowSegments = 3
const maxPlaces = 40
const maxStarts = 400

/** Finds the transcript segments that support a sentence. Rare tokens weigh more than frequent ones. */
export const sourceFinder = (transcript: readonly Segment[]): ((sentence: string) => Source | null) => {
  const tokensBySegment = transcript.map(({ text }) => tokensOf(text))
  const places = new Map<string, number[]>()
  for (const [index, tokens] of tokensBySegment.entries())
    for (const token of tokens) {
      const segments = places.get(token)
      if (segments) segments.push(index)
      else places.set(token, [index])
    }
  const weightOf = (token: string) => 1 / Math.sqrt(places.get(token)?.length ?? 1)

  return (sentence) => {
    const tokens = [...tokensOf(sentence)]
    const total = tokens.reduce((sum, token) => sum + weightOf(token), 0)
    if (!tokens.length) return null
    let best: { source: Source; score: number } | undefined
    const occurrences = tokens.map((token) => places.get(token) ?? [])
    // tokens that occur in many segments would match everywhere
    const rare = occurrences.filter((segments) => segments.length <= maxPlaces)
    // start with the rarest tokens, and limit the number of segments tried for common sentences
    const searched = rare.some((segments) => segments.length) ? rare : occurrences
    const starts = new Set(
      searched
        .toSorted((a, b) => a.length - b.length)
        .flat()
        .slice(0, maxStarts),
    )
    for (const from of starts)
      for (let to = from; to < Math.min(from + maxWindowSegments, tokensBySegment.length); to++) {
        const shared = tokens.filter((token) => tokensBySegment.slice(from, to + 1).some((item) => item.has(token)))
        if (shared.length < Math.min(minSharedTokens, tokens.length)) continue
        // penalise each additional segment, because a wider range never shares fewer tokens
        const score = shared.reduce((sum, token) => sum + weightOf(token), 0) / total - 0.12 * (to - from)
        if (!best || score > best.score + 1e-9 || (Math.abs(score - best.score) < 1e-9 && from < best.source.from)) best = { source: { from, to }, score }
      }
    return best && best.score >= threshold ? best.source : null
  }
}

/** Key of a meeting: host and path of its URL, and the id that a known parameter contains. Null if there is neither path nor id, or if it is no web URL. */
export const meetingKey = (url: string): string | null => {
  if (!URL.canParse(url)) return null
  const { protocol, hostname, pathname, searchParams } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  const path = pathname.replace(/\/+$/, '').toLowerCase()
  // some providers put the meeting id in a parameter
  const id = searchParams.get('meetingId') ?? searchParams.get('MTID') ?? ''
  return path || id ? `${hostname.replace(/^www\./, '')}${path}${id && `?${id.toLowerCase()}`}` : null
}

const maxSummaryLength = 400
/** Suggested summary for the patient: whole sentences of the summary and the decisions, as many as fit. */
export const proposedSummary = (sections: readonly { kind: MinutesSectionKind; sentences: readonly { text: string }[] }[]): string => {
  let text = ''
  for (const kind of ['summary', 'decisions'] as const)
    for (const section of sections.filter((item) => item.kind === kind))
      for (const sentence of section.sentences) {
        const sentenceText = /[。.!?！？]$/.test(sentence.text) ? sentence.text : `${sentence.text}${/[぀-ヿ一-鿿]/.test(sentence.text) ? '。' : '.'}`
        const joined = text && !text.endsWith('。') ? `${text} ${sentenceText}` : `${text}${sentenceText}`
        if (joined.length > maxSummaryLength) return text
        text = joined
      }
  return text
}
