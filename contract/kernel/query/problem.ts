/** Characters `from` up to but not including `to` of the line as it was typed. */
export interface TextSpan {
  readonly from: number
  readonly to: number
}

/** What can be wrong with a piece of a line: the text key of its message. */
export type ProblemCode =
  /** Nothing is called so, but something nearly so. */
  | 'unknown_field'
  | 'no_such_field'
  /** A label that several columns bear. */
  | 'ambiguous_field'
  | 'unknown_choice'
  | 'not_a_number'
  /** More decimals than the field has. */
  | 'too_precise'
  | 'too_large'
  /** `1,00,000`: a comma separates values, so digits are not grouped. */
  | 'grouped_number'
  | 'not_a_date'
  /** `@me` where no member of staff stands. */
  | 'not_staff'
  | 'wrong_operator'
  /** A masked field is found by its full value only. */
  | 'masked_needs_full'
  /** A masked field, for somebody who may not reveal it: no filter, but looked up. */
  | 'look_up_only'
  /** A column that no filter is about. */
  | 'not_filterable'
  /** A list where one value belongs. */
  | 'one_value'
  /** A range, or `-7d`, among other values. */
  | 'range_in_list'
  | 'missing_value'
  | 'missing_field'
  /** Nothing beside an `OR`, behind a `-` or between brackets. */
  | 'missing_condition'
  | 'not_a_flag'
  /** `has:` and `no:` of a field that is never empty. */
  | 'never_empty'
  | 'not_sortable'
  | 'sort_negated'
  /** A bare word in a listing that searches no field. */
  | 'not_searchable'
  | 'unclosed_quote'
  | 'unclosed_bracket'
  | 'unopened_bracket'
  | 'too_deep'
  | 'too_long'

/** What fills the message of a problem. */
export interface ProblemValues {
  /** What was typed. */
  readonly got?: string
  /** The field's own name. */
  readonly field?: string
  /** What would have been right: own names of fields, words and codes of choices, or operators. */
  readonly expected?: readonly string[]
  /** The limit that was passed: decimals, brackets or characters. */
  readonly max?: number
}

/** A piece of the line that could not be understood. The rest of the line was. */
export interface Problem extends TextSpan {
  readonly code: ProblemCode
  readonly values: ProblemValues
}
