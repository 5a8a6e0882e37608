/** The best places of a search so far. */
export class BestPlaces {
  readonly #limit: number;
  readonly #scores = new Map<number, number>();
  /** The best scores in descending order, at most as many as the limit. */
  readonly #best: number[] = [];
  /** The score that a name needs to count: at first the requested minimum, then that of the last one within the limit. */
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

  /** Returns the best first, by place if scores are equal. */
  list(): { place: number; score: number }[] {
    return [...this.#scores]
      .map(([place, score]) => ({ place, score }))
      .filter(({ score }) => score >= this.scoreMin)
      .sort((a, b) => b.score - a.score || a.place - b.place)
      .slice(0, this.#limit);
  }
}
