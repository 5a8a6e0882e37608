/** The best places of a search so far. */
export class BestPlaces {
  readonly #limit: number;
  readonly #scores = new Map<number, number>();
  /** The best scores, falling; as many as the limit at most. */
  readonly #best: number[] = [];
  /**
   * What a name must score to count: at first the least score that was asked for, then that of the last one within
   * the limit.
   */
  scoreMin: number;

  constructor(scoreMin: number, limit: number) {
    this.#limit = limit;
    this.scoreMin = scoreMin;
  }

  offer(place: number, score: number): void {
    const known = this.#scores.get(place);
    if (score < this.scoreMin || (known !== undefined && known >= score)) return;
    this.#scores.set(place, score);
    if (known !== undefined && known >= (this.#best.at(-1) ?? 0)) this.#best.splice(this.#best.indexOf(known), 1);
    this.#insert(score);
    if (this.#best.length === this.#limit) this.scoreMin = this.#best.at(-1) as number;
  }

  #insert(score: number): void {
    let [low, high] = [0, this.#best.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#best[middle] as number) >= score) low = middle + 1;
      else high = middle;
    }
    this.#best.splice(low, 0, score);
    if (this.#best.length > this.#limit) this.#best.pop();
  }

  /** The best first, by place where the score is the same. */
  list(): { place: number; score: number }[] {
    return [...this.#scores]
      .map(([place, score]) => ({ place, score }))
      .filter(({ score }) => score >= this.scoreMin)
      .sort((a, b) => b.score - a.score || a.place - b.place)
      .slice(0, this.#limit);
  }
}
