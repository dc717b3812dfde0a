import { addDays, businessDate, type Country, daysBetween, startOfDay, toInstant } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import type { Currency, LocalDate } from '#contract/kernel/values.ts'
import type { Secrets } from '#server/kernel/base/secrets.ts'
import type { NamedStage } from '#server/modules/stages/steps.ts'
import { packOf } from '#server/seed/countries/index.ts'
import type { CountryPack } from '#server/seed/countries/pack.ts'
import { type Products, productsOf } from '#server/seed/products.ts'
import { AuditWriter } from './audit-writer.ts'
import { Book } from './book.ts'
import { lowDiscrepancy, type Random, valueAtQuantile, type Weighted } from './random.ts'
import { type Share, whole } from './share.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** The book goes back so many days. */
const historyDays = 182

/** So many minutes later. */
export const later = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * minuteMs)

interface SeedOptions {
  readonly country: Country
  readonly now: Date
  readonly secrets: Secrets
  /** Stages of collection, in the order of their days. */
  readonly stages: readonly NamedStage[]
  /** What of the book happens here; all of it where nothing else is said. */
  readonly share?: Share
}

/** Where and when the lives of the book are lived, and where they are written down. Nothing happens after `now`. */
export class SeedContext {
  readonly country: Country
  readonly currency: Currency
  /** Who lives there, and what is lent to them. */
  readonly pack: CountryPack
  readonly products: Products
  readonly now: Date
  /** The business date at `now`. */
  readonly today: LocalDate
  /** The first day of the book. */
  readonly start: LocalDate
  readonly secrets: Secrets
  readonly stages: readonly NamedStage[]
  readonly share: Share
  readonly book: Book
  readonly audit: AuditWriter
  /** How often each table was dealt from. */
  readonly #dealt = new Map<string, number>()
  // there are few days and many moments: each is worked out once
  readonly #dates = new Map<number, LocalDate>()
  readonly #starts = new Map<LocalDate, number>()
  readonly #midnightMs: number

  constructor({ country, now, secrets, stages, share = whole }: SeedOptions) {
    this.country = country
    this.currency = countries[country].currency
    this.pack = packOf(country)
    this.products = productsOf(country)
    this.now = now
    this.#midnightMs = Date.parse(startOfDay(businessDate(toInstant(now), country), country))
    this.today = this.dateOf(now)
    this.start = addDays(this.today, -historyDays)
    this.secrets = secrets
    this.stages = stages
    this.share = share
    this.book = new Book(share)
    this.audit = new AuditWriter(share)
  }

  /** The next value of a table, so that also few of them meet every share. `name`: what is dealt. */
  drawEvenly<Value>(name: string, table: Weighted<Value>): Value {
    const dealt = this.#dealt.get(name) ?? 0
    this.#dealt.set(name, dealt + 1)
    return valueAtQuantile(table, lowDiscrepancy(this.share.index + dealt * this.share.of)).value
  }

  /** The business date of a moment. */
  dateOf(at: Date): LocalDate {
    const day = Math.floor((at.getTime() - this.#midnightMs) / dayMs)
    const known = this.#dates.get(day)
    if (known) return known
    const date = businessDate(toInstant(at), this.country)
    this.#dates.set(day, date)
    return date
  }

  /** So many days later; earlier where `days` is negative. */
  after(date: LocalDate, days: number): LocalDate {
    return this.dateOf(new Date(this.#startOf(date) + days * dayMs))
  }

  /** Days between `date` and today. */
  ago(date: LocalDate): number {
    return daysBetween(date, this.today)
  }

  /** That minute of that day, or now where that would be later. */
  at(date: LocalDate, minute: number): Date {
    return this.capped(new Date(this.#startOf(date) + minute * minuteMs))
  }

  #startOf(date: LocalDate): number {
    const known = this.#starts.get(date)
    if (known !== undefined) return known
    const start = Date.parse(startOfDay(date, this.country))
    this.#starts.set(date, start)
    return start
  }

  /** So many minutes later, or earlier, on the same day and not after now; else just then. */
  sameDay(at: Date, minutes: number): Date {
    const moment = this.capped(later(at, minutes))
    return this.dateOf(moment) === this.dateOf(at) ? moment : at
  }

  /** That moment, or now where that would be later. */
  capped(at: Date): Date {
    return at < this.now ? at : this.now
  }

  /** A moment of today that has just passed. */
  justNow(random: Random): Date {
    return new Date(Math.max(later(this.now, -random.int(1, 14)).getTime(), this.#midnightMs))
  }

  /** Some moment of `date` when people are up; of today, one that has passed. */
  daytime(date: LocalDate, random: Random): Date {
    const [from, to] = [8 * 60, 21 * 60]
    const passed = (this.now.getTime() - this.#midnightMs) / minuteMs
    const until = date === this.today ? Math.min(to, passed) : to
    return this.at(date, random.int(Math.min(from, until), until))
  }
}
