/** A sender's holding of a shared resource. */
export interface Holding<Sender> {
  /** Holds that much more. False when there was no room, or when this holding had to give way for it. */
  grow(amount: number): boolean;
  /** Counts it for another sender from now on, as the youngest. */
  moveTo(sender: Sender): void;
  /** A kept holding does not give way to others. */
  keep(kept: boolean): void;
  /** Releases the holding. Further calls do nothing. */
  release(): void;
}

/**
 * Limits the sum of all senders' holdings to `limit`. When it is full, the oldest holding of the largest sender gives
 * way. So nobody can shut out senders who hold less.
 */
export function createShares<Sender>(limit: number) {
  interface Held {
    sender: Sender;
    amount: number;
    kept: boolean;
    readonly giveWay: () => void;
  }
  /** Oldest first. */
  const held = new Set<Held>();
  const sums = new Map<Sender, number>();
  let total = 0;

  const add = (sender: Sender, amount: number) => {
    total += amount;
    const sum = (sums.get(sender) ?? 0) + amount;
    if (sum === 0) sums.delete(sender);
    else sums.set(sender, sum);
  };
  const remove = (one: Held) => {
    if (held.delete(one)) add(one.sender, -one.amount);
  };

  /** The oldest holding that may give way, of the sender that would hold most if `sender` had `amount` more. */
  const nextToGiveWay = (sender: Sender, amount: number): Held | undefined => {
    const wanted = (sums.get(sender) ?? 0) + amount;
    const most = Math.max(wanted, ...sums.values());
    const sumOf = (other: Sender) => (other === sender ? wanted : sums.get(other));
    for (const one of held) if (!one.kept && one.amount > 0 && sumOf(one.sender) === most) return one;
    return undefined;
  };

  const makeRoom = (sender: Sender, amount: number): boolean => {
    while (total + amount > limit) {
      const one = nextToGiveWay(sender, amount);
      if (one === undefined) return false;
      remove(one);
      one.giveWay();
    }
    return true;
  };

  return {
    /** The sum of all holdings. */
    total: (): number => total,
    /** A holding of nothing yet. `giveWay` is called, and the holding released, when others need its room. */
    open(sender: Sender, giveWay: () => void): Holding<Sender> {
      const one: Held = { sender, amount: 0, kept: false, giveWay };
      held.add(one);
      return {
        grow(amount) {
          if (!held.has(one) || !makeRoom(one.sender, amount) || !held.has(one)) return false;
          one.amount += amount;
          add(one.sender, amount);
          return true;
        },
        moveTo(next) {
          if (!held.has(one)) return;
          remove(one);
          one.sender = next;
          held.add(one);
          add(next, one.amount);
        },
        keep(kept) {
          one.kept = kept;
        },
        release: () => remove(one),
      };
    },
  };
}
