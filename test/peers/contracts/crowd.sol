// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Token} from "token.sol";

/// A token of which one call goes to many, and which passes coins on to many.
contract CrowdToken is Token {
  constructor() Token("Crowd dollar", "USD", 6) {}

  /// To each one unit more than to the one before.
  function transferAll(address[] calldata to, uint256 value) external {
    for (uint256 i = 0; i < to.length; ++i) move(msg.sender, to[i], value + i);
  }

  /// To each the same, as value of a call.
  function payAll(address payable[] calldata to) external payable {
    uint256 each = msg.value / to.length;
    for (uint256 i = 0; i < to.length; ++i) {
      (bool isPaid, ) = to[i].call{value: each}("");
      require(isPaid, "not paid");
    }
    require(each * to.length == msg.value, "something is left");
  }
}
